--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18
-- Dumped by pg_dump version 15.18

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: SCHEMA public; Type: COMMENT; Schema: -; Owner: pg_database_owner
--

COMMENT ON SCHEMA public IS 'what all use';


--
-- Name: sales; Type: SCHEMA; Schema: -; Owner: postgres
--

CREATE SCHEMA sales;


ALTER SCHEMA sales OWNER TO postgres;

--
-- Name: SCHEMA sales; Type: COMMENT; Schema: -; Owner: postgres
--

COMMENT ON SCHEMA sales IS 'What is sold, and to whom';


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: customer; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.customer (
    id integer NOT NULL,
    name character varying(60) NOT NULL,
    email text,
    kind character(3) DEFAULT 'prv'::bpchar NOT NULL,
    joined date DEFAULT CURRENT_DATE,
    credit numeric(10,2) DEFAULT 0.00,
    active boolean DEFAULT true NOT NULL,
    note text,
    CONSTRAINT customer_credit_check CHECK ((credit >= (0)::numeric)),
    CONSTRAINT customer_kind_check CHECK ((kind = ANY (ARRAY['prv'::bpchar, 'com'::bpchar, 'gov'::bpchar])))
);


ALTER TABLE public.customer OWNER TO postgres;

--
-- Name: TABLE customer; Type: COMMENT; Schema: public; Owner: postgres
--

COMMENT ON TABLE public.customer IS 'Who buys; one row each';


--
-- Name: COLUMN customer.email; Type: COMMENT; Schema: public; Owner: postgres
--

COMMENT ON COLUMN public.customer.email IS 'may be missing, isn''t shared';


--
-- Name: line; Type: TABLE; Schema: sales; Owner: postgres
--

CREATE TABLE sales.line (
    order_id bigint NOT NULL,
    nr smallint NOT NULL,
    product_id integer,
    pieces integer DEFAULT 1 NOT NULL,
    price numeric(12,2),
    CONSTRAINT line_pieces_check CHECK (((pieces >= 1) AND (pieces <= 1000)))
);


ALTER TABLE sales.line OWNER TO postgres;

--
-- Name: orders; Type: TABLE; Schema: sales; Owner: postgres
--

CREATE TABLE sales.orders (
    id bigint NOT NULL,
    customer_id integer NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    state text DEFAULT 'new'::text NOT NULL,
    CONSTRAINT orders_state_check CHECK (((state = ANY (ARRAY['new'::text, 'paid'::text, 'sent'::text, 'it''s gone'::text])) OR (state IS NULL)))
);


ALTER TABLE sales.orders OWNER TO postgres;

--
-- Name: order_total; Type: VIEW; Schema: sales; Owner: postgres
--

CREATE VIEW sales.order_total AS
 SELECT o.id,
    c.name,
    (count(*))::integer AS lines,
    sum(((l.pieces)::numeric * l.price)) AS total,
    max(o.at) AS at
   FROM ((sales.orders o
     JOIN public.customer c ON ((c.id = o.customer_id)))
     LEFT JOIN sales.line l ON ((l.order_id = o.id)))
  WHERE ((o.state <> 'gone'::text) AND (c.kind = ANY (ARRAY['prv'::bpchar, 'com'::bpchar])))
  GROUP BY o.id, c.name
 HAVING (count(*) > 0);


ALTER TABLE sales.order_total OWNER TO postgres;

--
-- Name: VIEW order_total; Type: COMMENT; Schema: sales; Owner: postgres
--

COMMENT ON VIEW sales.order_total IS 'what an order comes to';


--
-- Name: COLUMN order_total.total; Type: COMMENT; Schema: sales; Owner: postgres
--

COMMENT ON COLUMN sales.order_total.total IS 'in euro';


--
-- Name: best; Type: VIEW; Schema: public; Owner: postgres
--

CREATE VIEW public.best AS
 SELECT order_total.id,
    order_total.name,
    order_total.lines,
    order_total.total,
    order_total.at
   FROM sales.order_total
  WHERE (order_total.total > (10)::numeric)
  ORDER BY order_total.total DESC
 LIMIT 3;


ALTER TABLE public.best OWNER TO postgres;

--
-- Name: product; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.product (
    id integer NOT NULL,
    code uuid NOT NULL,
    title character varying(80) NOT NULL,
    price numeric(12,2) NOT NULL,
    weight real,
    size double precision,
    tags jsonb,
    raw json,
    picture bytea,
    shelf smallint DEFAULT 1,
    made timestamp without time zone,
    seen timestamp with time zone DEFAULT now(),
    opens time without time zone,
    lasts interval,
    stock bigint DEFAULT 0 NOT NULL,
    CONSTRAINT product_price_check CHECK (((price > (0)::numeric) AND (price < (100000)::numeric)))
);


ALTER TABLE public.product OWNER TO postgres;

--
-- Name: CONSTRAINT product_price_check ON product; Type: COMMENT; Schema: public; Owner: postgres
--

COMMENT ON CONSTRAINT product_price_check ON public.product IS 'neither free nor dear';


--
-- Name: chosen; Type: VIEW; Schema: public; Owner: postgres
--

CREATE VIEW public.chosen AS
 SELECT product.id
   FROM public.product
  WHERE (((product.title)::text ~ similar_to_escape('(L|D)%'::text)) AND ((product.price >= (1)::numeric) AND (product.price <= (500)::numeric)));


ALTER TABLE public.chosen OWNER TO postgres;

--
-- Name: customer_id_seq; Type: SEQUENCE; Schema: public; Owner: postgres
--

CREATE SEQUENCE public.customer_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


ALTER TABLE public.customer_id_seq OWNER TO postgres;

--
-- Name: customer_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: postgres
--

ALTER SEQUENCE public.customer_id_seq OWNED BY public.customer.id;


--
-- Name: log; Type: TABLE; Schema: public; Owner: clerk
--

CREATE TABLE public.log (
    at timestamp with time zone,
    what text
);


ALTER TABLE public.log OWNER TO clerk;

--
-- Name: middle; Type: VIEW; Schema: public; Owner: postgres
--

CREATE VIEW public.middle AS
 SELECT percentile_cont((0.5)::double precision) WITHIN GROUP (ORDER BY ((product.price)::double precision)) AS median
   FROM public.product;


ALTER TABLE public.middle OWNER TO postgres;

--
-- Name: moment; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.moment (
    at timestamp(3) with time zone DEFAULT (now() + '1 day'::interval),
    wait interval DEFAULT '1 day'::interval,
    flag boolean DEFAULT false,
    half real DEFAULT 0.5,
    word character(2) DEFAULT 'ab'::bpchar,
    n bigint DEFAULT ((2 + 3) * 4),
    big numeric(30,5),
    "none" text
);


ALTER TABLE public.moment OWNER TO postgres;

--
-- Name: people; Type: VIEW; Schema: public; Owner: postgres
--

CREATE VIEW public.people AS
 SELECT customer.id,
    upper((customer.name)::text) AS name,
    COALESCE(customer.email, 'none'::text) AS email,
        CASE
            WHEN customer.active THEN 'on'::text
            ELSE 'off'::text
        END AS active,
    EXTRACT(year FROM customer.joined) AS year,
    ((customer.name)::text ~~ 'A%'::text) AS a,
    ((customer.name)::text ~ '^[A-C]'::text) AS abc,
    ((customer.name)::text ~~* '%b%'::text) AS b,
    (customer.joined + 7) AS week,
    SUBSTRING(customer.name FROM 1 FOR 3) AS sub,
    POSITION(('a'::text) IN (customer.name)) AS pos,
    TRIM(BOTH ' '::text FROM customer.name) AS tr,
    (customer.note IS DISTINCT FROM 'x'::text) AS nd,
    ((customer.credit >= (1)::numeric) AND (customer.credit <= (5)::numeric)) AS bt
   FROM public.customer;


ALTER TABLE public.people OWNER TO postgres;

--
-- Name: product_id_seq; Type: SEQUENCE; Schema: public; Owner: postgres
--

ALTER TABLE public.product ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.product_id_seq
    START WITH 100
    INCREMENT BY 10
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: ranked; Type: VIEW; Schema: public; Owner: postgres
--

CREATE VIEW public.ranked AS
 WITH t AS (
         SELECT product.id,
            product.title,
            product.price,
            rank() OVER (PARTITION BY product.shelf ORDER BY product.price DESC) AS r
           FROM public.product
        )
 SELECT t.id,
    t.title,
    t.r
   FROM t
  WHERE (t.r <= 2)
UNION ALL
 SELECT 0 AS id,
    'none'::character varying AS title,
    0 AS r
  WHERE (NOT (EXISTS ( SELECT 1
           FROM public.product)));


ALTER TABLE public.ranked OWNER TO postgres;

--
-- Name: stock; Type: VIEW; Schema: public; Owner: postgres
--

CREATE VIEW public.stock AS
 SELECT p.title,
    ( SELECT sum(l.pieces) AS sum
           FROM sales.line l
          WHERE (l.product_id = p.id)) AS sold,
    (p.tags ->> 'color'::text) AS color,
    (p.made)::date AS day,
    (p.seen AT TIME ZONE 'UTC'::text) AS seen
   FROM public.product p
  WHERE ((p.id IN ( SELECT line.product_id
           FROM sales.line)) OR (p.stock > ANY (ARRAY[5, 10])));


ALTER TABLE public.stock OWNER TO postgres;

--
-- Name: Return Note; Type: TABLE; Schema: sales; Owner: postgres
--

CREATE TABLE sales."Return Note" (
    id smallint NOT NULL,
    "order" bigint,
    nr smallint,
    why character varying(30) DEFAULT 'unknown'::character varying NOT NULL,
    boss smallint,
    CONSTRAINT odd CHECK (((length((why)::text) > 2) AND (lower((why)::text) = (why)::text) AND (("order" IS NULL) = (nr IS NULL))))
);


ALTER TABLE sales."Return Note" OWNER TO postgres;

--
-- Name: COLUMN "Return Note"."order"; Type: COMMENT; Schema: sales; Owner: postgres
--

COMMENT ON COLUMN sales."Return Note"."order" IS 'the order''s "number"';


--
-- Name: Return Note_id_seq; Type: SEQUENCE; Schema: sales; Owner: postgres
--

CREATE SEQUENCE sales."Return Note_id_seq"
    AS smallint
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


ALTER TABLE sales."Return Note_id_seq" OWNER TO postgres;

--
-- Name: Return Note_id_seq; Type: SEQUENCE OWNED BY; Schema: sales; Owner: postgres
--

ALTER SEQUENCE sales."Return Note_id_seq" OWNED BY sales."Return Note".id;


--
-- Name: invoice_nr; Type: SEQUENCE; Schema: sales; Owner: postgres
--

CREATE SEQUENCE sales.invoice_nr
    START WITH 5000
    INCREMENT BY 5
    MINVALUE 5000
    MAXVALUE 9000
    CACHE 10
    CYCLE;


ALTER TABLE sales.invoice_nr OWNER TO postgres;

--
-- Name: SEQUENCE invoice_nr; Type: COMMENT; Schema: sales; Owner: postgres
--

COMMENT ON SEQUENCE sales.invoice_nr IS 'numbers of invoices';


--
-- Name: invoice; Type: TABLE; Schema: sales; Owner: postgres
--

CREATE TABLE sales.invoice (
    nr integer DEFAULT nextval('sales.invoice_nr'::regclass) NOT NULL,
    order_id bigint,
    total numeric,
    "Odd Name" text,
    "select" integer
);


ALTER TABLE sales.invoice OWNER TO postgres;

--
-- Name: orders_id_seq; Type: SEQUENCE; Schema: sales; Owner: postgres
--

ALTER TABLE sales.orders ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME sales.orders_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: per_customer; Type: VIEW; Schema: sales; Owner: postgres
--

CREATE VIEW sales.per_customer AS
SELECT
    NULL::integer AS id,
    NULL::character varying(60) AS name,
    NULL::text AS email,
    NULL::character(3) AS kind,
    NULL::date AS joined,
    NULL::numeric(10,2) AS credit,
    NULL::boolean AS active,
    NULL::text AS note,
    NULL::bigint AS orders;


ALTER TABLE sales.per_customer OWNER TO postgres;

--
-- Name: VIEW per_customer; Type: COMMENT; Schema: sales; Owner: postgres
--

COMMENT ON VIEW sales.per_customer IS 'by its primary key';


--
-- Name: customer id; Type: DEFAULT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.customer ALTER COLUMN id SET DEFAULT nextval('public.customer_id_seq'::regclass);


--
-- Name: Return Note id; Type: DEFAULT; Schema: sales; Owner: postgres
--

ALTER TABLE ONLY sales."Return Note" ALTER COLUMN id SET DEFAULT nextval('sales."Return Note_id_seq"'::regclass);


--
-- Data for Name: customer; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.customer (id, name, email, kind, joined, credit, active, note) FROM stdin;
1	Ada Lovelace	ada@example.org	prv	2020-02-29	12.50	t	tab\there\nnewline \\ back
2	Bob "the" Builder	\N	com	1999-12-31	0.00	f	
4	O'Neil	o@example.org	com	2024-01-01	99.99	t	\\N
5	名前	j@example.org	prv	2021-06-06	3.10	t	日本語 😀
\.


--
-- Data for Name: log; Type: TABLE DATA; Schema: public; Owner: clerk
--

COPY public.log (at, what) FROM stdin;
\.


--
-- Data for Name: moment; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.moment (at, wait, flag, half, word, n, big, "none") FROM stdin;
2024-02-29 12:00:00.124+00	2 years 3 mons	\N	0.001	x 	-9223372036854775808	-1234567890123456789012345.54321	\N
\.


--
-- Data for Name: product; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.product (id, code, title, price, weight, size, tags, raw, picture, shelf, made, seen, opens, lasts, stock) FROM stdin;
100	a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11	Lamp	19.90	1.5	2.25	{"n": [1, 2], "color": "red"}	{"a" : 1}	\\x00ff10	1	2023-01-02 03:04:05.678	2023-01-02 01:04:05+00	08:30:00	1 mon 2 days 03:04:05	7
110	a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a12	Chair	149.00	\N	1e+300	\N	\N	\N	2	\N	\N	\N	\N	0
120	a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a13	Desk	399.99	3.4028e+38	-0.1	[]	null	\\x	2	1970-01-01 00:00:00	2038-01-19 03:14:07.999999+00	23:59:59.999999	-1 years	12
\.


--
-- Data for Name: Return Note; Type: TABLE DATA; Schema: sales; Owner: postgres
--

COPY sales."Return Note" (id, "order", nr, why, boss) FROM stdin;
1	1	1	broken	\N
2	\N	\N	no reason	1
\.


--
-- Data for Name: invoice; Type: TABLE DATA; Schema: sales; Owner: postgres
--

COPY sales.invoice (nr, order_id, total, "Odd Name", "select") FROM stdin;
5000	2	19.90	x	1
5005	4	1199.97	\N	\N
5010	1	0.1234567890	y;--	2
\.


--
-- Data for Name: line; Type: TABLE DATA; Schema: sales; Owner: postgres
--

COPY sales.line (order_id, nr, product_id, pieces, price) FROM stdin;
1	1	100	2	19.90
1	2	110	1	149.00
2	1	100	1	19.90
4	1	120	3	399.99
4	2	\N	1	\N
\.


--
-- Data for Name: orders; Type: TABLE DATA; Schema: sales; Owner: postgres
--

COPY sales.orders (id, customer_id, at, state) FROM stdin;
1	1	2024-03-01 10:00:00+00	new
2	1	2024-03-02 10:00:00+00	paid
3	4	2024-03-03 10:00:00+00	it's gone
4	5	2024-03-31 02:30:00+00	sent
\.


--
-- Name: customer_id_seq; Type: SEQUENCE SET; Schema: public; Owner: postgres
--

SELECT pg_catalog.setval('public.customer_id_seq', 5, true);


--
-- Name: product_id_seq; Type: SEQUENCE SET; Schema: public; Owner: postgres
--

SELECT pg_catalog.setval('public.product_id_seq', 120, true);


--
-- Name: Return Note_id_seq; Type: SEQUENCE SET; Schema: sales; Owner: postgres
--

SELECT pg_catalog.setval('sales."Return Note_id_seq"', 2, true);


--
-- Name: invoice_nr; Type: SEQUENCE SET; Schema: sales; Owner: postgres
--

SELECT pg_catalog.setval('sales.invoice_nr', 5045, true);


--
-- Name: orders_id_seq; Type: SEQUENCE SET; Schema: sales; Owner: postgres
--

SELECT pg_catalog.setval('sales.orders_id_seq', 4, true);


--
-- Name: customer customer_email_key; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.customer
    ADD CONSTRAINT customer_email_key UNIQUE (email);


--
-- Name: customer customer_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.customer
    ADD CONSTRAINT customer_pkey PRIMARY KEY (id);


--
-- Name: product product_pk; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.product
    ADD CONSTRAINT product_pk PRIMARY KEY (id);


--
-- Name: CONSTRAINT product_pk ON product; Type: COMMENT; Schema: public; Owner: postgres
--

COMMENT ON CONSTRAINT product_pk ON public.product IS 'the key';


--
-- Name: Return Note Return Note_order_nr_key; Type: CONSTRAINT; Schema: sales; Owner: postgres
--

ALTER TABLE ONLY sales."Return Note"
    ADD CONSTRAINT "Return Note_order_nr_key" UNIQUE ("order", nr);


--
-- Name: Return Note Return Note_pkey; Type: CONSTRAINT; Schema: sales; Owner: postgres
--

ALTER TABLE ONLY sales."Return Note"
    ADD CONSTRAINT "Return Note_pkey" PRIMARY KEY (id);


--
-- Name: invoice invoice_uq; Type: CONSTRAINT; Schema: sales; Owner: postgres
--

ALTER TABLE ONLY sales.invoice
    ADD CONSTRAINT invoice_uq UNIQUE (nr);


--
-- Name: line line_pkey; Type: CONSTRAINT; Schema: sales; Owner: postgres
--

ALTER TABLE ONLY sales.line
    ADD CONSTRAINT line_pkey PRIMARY KEY (order_id, nr);


--
-- Name: orders orders_pkey; Type: CONSTRAINT; Schema: sales; Owner: postgres
--

ALTER TABLE ONLY sales.orders
    ADD CONSTRAINT orders_pkey PRIMARY KEY (id);


--
-- Name: customer_name_idx; Type: INDEX; Schema: public; Owner: postgres
--

CREATE INDEX customer_name_idx ON public.customer USING btree (name, joined);


--
-- Name: INDEX customer_name_idx; Type: COMMENT; Schema: public; Owner: postgres
--

COMMENT ON INDEX public.customer_name_idx IS 'for the search by name';


--
-- Name: product_code_key; Type: INDEX; Schema: public; Owner: postgres
--

CREATE UNIQUE INDEX product_code_key ON public.product USING btree (code);


--
-- Name: product_title; Type: INDEX; Schema: public; Owner: postgres
--

CREATE INDEX product_title ON public.product USING btree (title) INCLUDE (price);


--
-- Name: line_product_idx; Type: INDEX; Schema: sales; Owner: postgres
--

CREATE INDEX line_product_idx ON sales.line USING btree (product_id);


--
-- Name: orders_at_idx; Type: INDEX; Schema: sales; Owner: postgres
--

CREATE INDEX orders_at_idx ON sales.orders USING btree (at DESC);


--
-- Name: per_customer _RETURN; Type: RULE; Schema: sales; Owner: postgres
--

CREATE OR REPLACE VIEW sales.per_customer AS
 SELECT c.id,
    c.name,
    c.email,
    c.kind,
    c.joined,
    c.credit,
    c.active,
    c.note,
    count(o.id) AS orders
   FROM (public.customer c
     LEFT JOIN sales.orders o ON ((o.customer_id = c.id)))
  GROUP BY c.id;


--
-- Name: line line_order_fk; Type: FK CONSTRAINT; Schema: sales; Owner: postgres
--

ALTER TABLE ONLY sales.line
    ADD CONSTRAINT line_order_fk FOREIGN KEY (order_id) REFERENCES sales.orders(id) ON UPDATE CASCADE ON DELETE CASCADE;


--
-- Name: line line_product_id_fkey; Type: FK CONSTRAINT; Schema: sales; Owner: postgres
--

ALTER TABLE ONLY sales.line
    ADD CONSTRAINT line_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.product(id) ON DELETE SET NULL;


--
-- Name: Return Note note_boss; Type: FK CONSTRAINT; Schema: sales; Owner: postgres
--

ALTER TABLE ONLY sales."Return Note"
    ADD CONSTRAINT note_boss FOREIGN KEY (boss) REFERENCES sales."Return Note"(id);


--
-- Name: Return Note of a line; Type: FK CONSTRAINT; Schema: sales; Owner: postgres
--

ALTER TABLE ONLY sales."Return Note"
    ADD CONSTRAINT "of a line" FOREIGN KEY ("order", nr) REFERENCES sales.line(order_id, nr) ON DELETE SET DEFAULT;


--
-- Name: CONSTRAINT "of a line" ON "Return Note"; Type: COMMENT; Schema: sales; Owner: postgres
--

COMMENT ON CONSTRAINT "of a line" ON sales."Return Note" IS 'two
lines';


--
-- Name: orders orders_customer_id_fkey; Type: FK CONSTRAINT; Schema: sales; Owner: postgres
--

ALTER TABLE ONLY sales.orders
    ADD CONSTRAINT orders_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES public.customer(id) ON DELETE CASCADE;


--
-- Name: SCHEMA sales; Type: ACL; Schema: -; Owner: postgres
--

GRANT USAGE ON SCHEMA sales TO clerk;


--
-- Name: TABLE customer; Type: ACL; Schema: public; Owner: postgres
--

GRANT SELECT ON TABLE public.customer TO clerk;


--
-- Name: COLUMN customer.id; Type: ACL; Schema: public; Owner: postgres
--

GRANT SELECT(id) ON TABLE public.customer TO clerk;


--
-- Name: COLUMN customer.name; Type: ACL; Schema: public; Owner: postgres
--

GRANT SELECT(name) ON TABLE public.customer TO clerk;


--
-- Name: COLUMN customer.note; Type: ACL; Schema: public; Owner: postgres
--

GRANT UPDATE(note) ON TABLE public.customer TO clerk;


--
-- Name: TABLE orders; Type: ACL; Schema: sales; Owner: postgres
--

GRANT SELECT,INSERT,UPDATE ON TABLE sales.orders TO clerk WITH GRANT OPTION;


--
-- Name: TABLE log; Type: ACL; Schema: public; Owner: clerk
--

REVOKE ALL ON TABLE public.log FROM clerk;


--
-- Name: TABLE "Return Note"; Type: ACL; Schema: sales; Owner: postgres
--

GRANT SELECT ON TABLE sales."Return Note" TO clerk;


--
-- Name: SEQUENCE invoice_nr; Type: ACL; Schema: sales; Owner: postgres
--

GRANT ALL ON SEQUENCE sales.invoice_nr TO PUBLIC;


--
-- Name: TABLE per_customer; Type: ACL; Schema: sales; Owner: postgres
--

GRANT SELECT ON TABLE sales.per_customer TO clerk;


--
-- Name: DEFAULT PRIVILEGES FOR TABLES; Type: DEFAULT ACL; Schema: sales; Owner: postgres
--

ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA sales GRANT SELECT ON TABLES  TO clerk;


--
-- PostgreSQL database dump complete
--


