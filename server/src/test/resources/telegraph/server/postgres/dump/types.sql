--
-- PostgreSQL database dump
--



-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

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
-- Name: park; Type: SCHEMA; Schema: -; Owner: postgres
--

CREATE SCHEMA park;


ALTER SCHEMA park OWNER TO postgres;

--
-- Name: Animal Kind; Type: TYPE; Schema: park; Owner: postgres
--

CREATE TYPE park."Animal Kind" AS ENUM (
    'cat',
    'dog',
    'it''s'
);


ALTER TYPE park."Animal Kind" OWNER TO postgres;

--
-- Name: mood; Type: TYPE; Schema: public; Owner: postgres
--

CREATE TYPE public.mood AS ENUM (
    'sad',
    'meh',
    'ok',
    'happy'
);


ALTER TYPE public.mood OWNER TO postgres;

--
-- Name: TYPE mood; Type: COMMENT; Schema: public; Owner: postgres
--

COMMENT ON TYPE public.mood IS 'how one feels';


--
-- Name: nothing; Type: TYPE; Schema: public; Owner: postgres
--

CREATE TYPE public.nothing AS ENUM (
);


ALTER TYPE public.nothing OWNER TO postgres;

SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: animal; Type: TABLE; Schema: park; Owner: postgres
--

CREATE TABLE park.animal (
    id integer NOT NULL,
    kind park."Animal Kind" NOT NULL,
    mood public.mood DEFAULT 'ok'::public.mood NOT NULL,
    CONSTRAINT calm CHECK (((mood <> 'sad'::public.mood) OR (kind = 'cat'::park."Animal Kind")))
);


ALTER TABLE park.animal OWNER TO postgres;

--
-- Name: calm; Type: VIEW; Schema: public; Owner: postgres
--

CREATE VIEW public.calm AS
 SELECT a.id,
    a.mood
   FROM park.animal a
  WHERE (a.mood >= 'meh'::public.mood);


ALTER TABLE public.calm OWNER TO postgres;

--
-- Name: rating; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.rating (
    mood public.mood NOT NULL,
    stars integer
);


ALTER TABLE public.rating OWNER TO postgres;

--
-- Name: visit; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.visit (
    animal integer,
    before public.mood
);


ALTER TABLE public.visit OWNER TO postgres;

--
-- Data for Name: animal; Type: TABLE DATA; Schema: park; Owner: postgres
--

COPY park.animal (id, kind, mood) FROM stdin;
1	cat	sad
2	dog	happy
3	it's	meh
4	dog	ok
\.


--
-- Data for Name: rating; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.rating (mood, stars) FROM stdin;
sad	1
happy	5
meh	2
\.


--
-- Data for Name: visit; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.visit (animal, before) FROM stdin;
1	meh
2	\N
\.


--
-- Name: animal animal_pkey; Type: CONSTRAINT; Schema: park; Owner: postgres
--

ALTER TABLE ONLY park.animal
    ADD CONSTRAINT animal_pkey PRIMARY KEY (id);


--
-- Name: rating rating_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.rating
    ADD CONSTRAINT rating_pkey PRIMARY KEY (mood);


--
-- Name: animal_kind; Type: INDEX; Schema: park; Owner: postgres
--

CREATE INDEX animal_kind ON park.animal USING btree (kind, mood);


--
-- Name: one_happy; Type: INDEX; Schema: park; Owner: postgres
--

CREATE UNIQUE INDEX one_happy ON park.animal USING btree (kind) WHERE (mood = 'happy'::public.mood);


--
-- Name: visit visit_animal_fkey; Type: FK CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.visit
    ADD CONSTRAINT visit_animal_fkey FOREIGN KEY (animal) REFERENCES park.animal(id);


--
-- Name: visit visit_before_fkey; Type: FK CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.visit
    ADD CONSTRAINT visit_before_fkey FOREIGN KEY (before) REFERENCES public.rating(mood);


--
-- PostgreSQL database dump complete
--



