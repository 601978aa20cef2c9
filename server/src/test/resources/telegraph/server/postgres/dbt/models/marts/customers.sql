with orders as (select * from {{ ref('stg_orders') }}),
sums as (
  select customer_id, count(*) as orders, sum(amount) as total, min(placed_at) as first_order,
         count(*) filter (where status = 'returned') as returned
  from orders group by customer_id
)
select c.customer_id, c.name, coalesce(s.orders, 0) as orders, coalesce(s.total, 0) as total, s.first_order, s.returned
from {{ ref('stg_customers') }} c left join sums s using (customer_id)
