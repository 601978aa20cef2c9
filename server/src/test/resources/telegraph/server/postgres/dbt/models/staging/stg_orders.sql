select id as order_id, customer as customer_id, status, amount::numeric(10,2) as amount, placed_at
from {{ ref('raw_orders') }}
