{{ config(materialized='incremental', incremental_strategy='append') }}
select order_id, status from {{ ref('stg_orders') }}
