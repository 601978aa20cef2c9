{{ config(materialized='incremental', incremental_strategy='merge', unique_key='order_id', on_schema_change='append_new_columns') }}
select order_id, status, amount from {{ ref('stg_orders') }}
