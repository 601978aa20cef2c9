select id as customer_id, name, joined from {{ ref('raw_customers') }}
