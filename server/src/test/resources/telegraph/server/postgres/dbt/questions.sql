SELECT customer_id, name, orders, total, first_order, returned FROM shop.customers ORDER BY customer_id;
SELECT day, orders, total FROM shop.daily ORDER BY day;
SELECT order_id, status FROM shop.log ORDER BY order_id, status;
SELECT order_id, status, amount FROM shop.merged ORDER BY order_id;
SELECT id, status, amount, dbt_valid_to IS NULL AS valid FROM shop.orders_snapshot ORDER BY id, status;
SELECT obj_description('shop.customers'::regclass, 'pg_class') AS said;
SELECT count(*) AS n FROM pg_class WHERE relname LIKE '%\_\_dbt\_%';
