package telegraph.sources.http;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import telegraph.engine.meter.Terms;
import telegraph.engine.source.Access;
import telegraph.engine.source.Bounds;
import telegraph.engine.source.LookupRequest;
import telegraph.engine.source.Reader;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Schema;
import telegraph.engine.source.Sink;
import telegraph.engine.source.Source;
import telegraph.engine.source.Traits;
import telegraph.memory.Batch;
import telegraph.memory.Type;
import telegraph.sources.fetch.Fetcher;
import telegraph.sources.fetch.NumberedTasks;

/// A declared source on the web.
///
/// REQUIRED columns together are one bind pattern, and then there is no scan. Without any, all rows
/// can be scanned, and each OPTIONAL column is a bind pattern of its own. Constants for OPTIONAL
/// columns narrow what is asked for.
///
/// A scan hands over each page as soon as it is whole. A lookup hands over nothing until all its
/// pages are there, so that a lookup that fails has given nothing.
///
/// Threads: any.
public final class HttpSource implements Source {
    /// The most requests that lists of constants multiply to; longer lists are left to the engine.
    private static final int COMBINATIONS_MAX = 16;

    private final Declaration declaration;
    private final Fetcher fetcher;
    private final Schema schema;
    private final Access access;
    private final Traits traits;
    private final Semaphore places;

    /// @throws telegraph.ground.TelegraphException of kind INPUT if an option is wrong
    public static HttpSource declare(
            String name,
            List<Field> fields,
            Map<String, String> options,
            Declaration.Defaults defaults,
            Fetcher fetcher) {
        return new HttpSource(Declaration.of(name, fields, options, defaults), fetcher);
    }

    private HttpSource(Declaration declaration, Fetcher fetcher) {
        this.declaration = declaration;
        this.fetcher = fetcher;
        this.schema = new Schema(declaration.fields().stream().map(Field::column).toList());
        int[] required = indices(Field.Role.REQUIRED);
        List<int[]> binds = new ArrayList<>();
        if (required.length > 0) {
            binds.add(required);
        } else {
            for (int index : indices(Field.Role.OPTIONAL)) {
                binds.add(new int[] {index});
            }
        }
        this.access = new Access(required.length == 0, binds);
        int[] key =
                IntStream.range(0, declaration.fields().size())
                        .filter(i -> declaration.fields().get(i).key())
                        .toArray();
        this.traits =
                new Traits(
                        declaration.trust().order(),
                        OptionalLong.empty(),
                        key,
                        declaration.concurrentMax());
        this.places = new Semaphore(declaration.concurrentMax(), true);
    }

    private int[] indices(Field.Role role) {
        return IntStream.range(0, declaration.fields().size())
                .filter(i -> declaration.fields().get(i).role() == role)
                .toArray();
    }

    @Override
    public String name() {
        return declaration.name();
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public Access access() {
        return access;
    }

    @Override
    public Traits traits() {
        return traits;
    }

    @Override
    public Terms terms() {
        return declaration.terms();
    }

    @Override
    public Optional<Bounds> bounds(int column) {
        return Optional.ofNullable(declaration.bounds().of().get(column));
    }

    @Override
    public OptionalLong sampledBytes() {
        return declaration.isSampled() || declaration.isAssumed()
                ? OptionalLong.of(Long.MAX_VALUE)
                : OptionalLong.empty();
    }

    @Override
    public Reader scan(ScanRequest request) {
        List<Map<Integer, Object>> asks = combinations(request.constants());
        return sink -> {
            Emission emission = new Emission(sink, request.rowsWanted());
            if (asks.size() == 1) {
                PageChain chain =
                        chain(sink, new Ask(request.columns(), asks.getFirst(), false, true));
                if (request.sampleSeed().isPresent()) {
                    chain.sample(request.sampleSeed().getAsLong(), emission::take);
                } else {
                    chain.follow(request.ordered(), emission::take);
                }
                return;
            }
            if (request.sampleSeed().isPresent()) {
                sink.distrust("it takes several requests, one for each value asked for");
            }
            NumberedTasks<Boolean> tasks =
                    new NumberedTasks<>(
                            asks.size(),
                            false,
                            i -> {
                                if (!emission.isEnough()) {
                                    chain(
                                                    sink,
                                                    new Ask(
                                                            request.columns(),
                                                            asks.get(i),
                                                            false,
                                                            false))
                                            .follow(request.ordered(), emission::take);
                                }
                                return true;
                            },
                            (i, done) -> true,
                            done -> {});
            tasks.run(request.ordered() ? 1 : declaration.concurrentMax(), "http-" + name());
        };
    }

    @Override
    public Reader lookup(LookupRequest request) {
        Map<Integer, Object> bound = new HashMap<>();
        request.constants()
                .forEach((index, values) -> {
                    boolean sent = declaration.fields().get(index).role() != Field.Role.PLAIN;
                    if (sent && values.size() == 1 && values.getFirst() != null) {
                        bound.put(index, values.getFirst());
                    }
                });
        for (int i = 0; i < request.bound().length; i++) {
            bound.put(request.bound()[i], request.values().get(i));
        }
        Ask ask = new Ask(request.columns(), bound, true, false);
        return sink -> lookUp(sink, ask);
    }

    private PageChain chain(Sink sink, Ask ask) {
        boolean keyed =
                traits.key().length > 0 && declaration.paging().kind() != Pagination.Kind.NONE;
        PageReader.Call call =
                new PageReader.Call(
                        sink,
                        ask,
                        keyed
                                ? Optional.of(new SeenKeys(traits.key(), sink.memory()))
                                : Optional.empty());
        return new PageChain(
                declaration, fetcher, new PageReader(declaration, fetcher, places, call), call);
    }

    private void lookUp(Sink sink, Ask ask) throws InterruptedException {
        PageReader.Call call = new PageReader.Call(sink, ask, Optional.empty());
        PageReader reader = new PageReader(declaration, fetcher, places, call);
        PageChain chain = new PageChain(declaration, fetcher, reader, call);
        List<LoadedPage> pages = new ArrayList<>();
        boolean whole = false;
        try {
            chain.follow(
                    true,
                    (unit, page) -> {
                        pages.add(page);
                        return page.state() != LoadedPage.State.FAILED;
                    });
            whole = true;
        } finally {
            if (!whole) {
                pages.forEach(LoadedPage::drop);
            }
        }
        boolean failed = pages.stream().anyMatch(p -> p.state() == LoadedPage.State.FAILED);
        if (failed) {
            pages.forEach(LoadedPage::drop);
            pages.clear();
            if (declaration.onError() == Declaration.OnError.NULL) {
                pages.add(reader.unknown(chain.firstRequest()));
            }
        }
        Emission emission = new Emission(sink, -1);
        for (int i = 0; i < pages.size(); i++) {
            try {
                emission.take(-1, pages.get(i));
            } catch (InterruptedException | RuntimeException e) {
                pages.subList(i + 1, pages.size()).forEach(LoadedPage::drop);
                throw e;
            }
        }
    }

    /// Hands pages over until enough rows have gone.
    ///
    /// Threads: several pages may come at once.
    private static final class Emission {
        private final Sink sink;
        private final long rowsWanted;
        private final AtomicLong rows = new AtomicLong();

        Emission(Sink sink, long rowsWanted) {
            this.sink = sink;
            this.rowsWanted = rowsWanted;
        }

        boolean isEnough() {
            return rowsWanted >= 0 && rows.get() >= rowsWanted;
        }

        boolean take(int unit, LoadedPage page) throws InterruptedException {
            List<Batch> batches = page.batches();
            for (int i = 0; i < batches.size(); i++) {
                try {
                    sink.meter().addRows(batches.get(i).rows());
                    emit(unit, batches.get(i));
                } catch (InterruptedException | RuntimeException e) {
                    batches.subList(i + 1, batches.size()).forEach(Batch::unpin);
                    throw e;
                }
            }
            if (page.state() == LoadedPage.State.THERE) {
                sink.meter().addUnit();
            }
            if (unit >= 0 && page.state() == LoadedPage.State.FAILED) {
                sink.unitLost(unit, page.reason());
            } else if (unit >= 0) {
                sink.unitEnded(unit);
            }
            rows.addAndGet(page.rows());
            return !isEnough();
        }

        private void emit(int unit, Batch batch) throws InterruptedException {
            if (unit < 0) {
                sink.emit(batch);
            } else {
                sink.emit(unit, batch);
            }
        }
    }

    /// The values to send: every REQUIRED column's, and those of OPTIONAL columns as long as the
    /// requests stay few.
    private List<Map<Integer, Object>> combinations(Map<Integer, List<Object>> constants) {
        List<Map<Integer, Object>> all = new ArrayList<>();
        all.add(Map.of());
        for (int index : indices(Field.Role.REQUIRED)) {
            all = multiplied(all, index, distinct(index, constants.getOrDefault(index, List.of())));
        }
        for (int index : indices(Field.Role.OPTIONAL)) {
            if (constants.containsKey(index)) {
                Set<Object> values = distinct(index, constants.get(index));
                if (values.size() <= 1 || all.size() * values.size() <= COMBINATIONS_MAX) {
                    all = multiplied(all, index, values);
                }
            }
        }
        return all;
    }

    private static List<Map<Integer, Object>> multiplied(
            List<Map<Integer, Object>> all, int index, Set<Object> values) {
        List<Map<Integer, Object>> product = new ArrayList<>();
        for (Map<Integer, Object> one : all) {
            for (Object value : values) {
                Map<Integer, Object> more = new HashMap<>(one);
                more.put(index, value);
                product.add(more);
            }
        }
        return product;
    }

    /// Each value once; NULL equals nothing.
    private Set<Object> distinct(int index, List<Object> values) {
        Type type = schema.column(index).type();
        Set<Object> distinct = new LinkedHashSet<>();
        for (Object value : values) {
            if (value instanceof BigDecimal number && type.kind() == Type.Kind.DECIMAL) {
                distinct.add(number.setScale(type.scale(), RoundingMode.HALF_UP));
            } else if (value != null) {
                distinct.add(value);
            }
        }
        return distinct;
    }
}
