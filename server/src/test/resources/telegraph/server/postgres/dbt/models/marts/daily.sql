{{ config(materialized='incremental', unique_key='day', indexes=[{'columns': ['day'], 'unique': True}]) }}
select placed_at::date as day, count(*) as orders, sum(amount) as total
from {{ ref('stg_orders') }}
{% if is_incremental() %}
where placed_at::date >= (select max(day) from {{ this }})
{% endif %}
group by 1
