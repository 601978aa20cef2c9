package telegraph.query.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import telegraph.engine.source.Source;
import telegraph.language.ast.SqlType.UserType;
import telegraph.language.ast.TableName;
import telegraph.query.translate.Scope;

/// What was looked up while a query was planned, and what was found: of a source the facts that a
/// plan may go by, of a view its text and what was looked up for that.
///
/// Threads: any; it never changes.
final class LookUps {
    private final List<LookUp> all;
    private final Map<TableName, Optional<UserType>> types;

    /// Each of them once.
    private record LookUp(Name name, Found found) {}

    /// @param schema null if the query wrote none
    private record Name(String schema, String name) {
        Optional<Scope.Named> in(Scope scope) {
            return schema == null ? scope.find(name) : scope.find(schema, name);
        }
    }

    private sealed interface Found {
        record Nothing() implements Found {}

        record Relation(String name, SourceFacts facts) implements Found {}

        record View(String name, List<String> columns, String text, LookUps within)
                implements Found {}
    }

    private LookUps(List<LookUp> all, Map<TableName, Optional<UserType>> types) {
        this.all = List.copyOf(all);
        this.types = Map.copyOf(types);
    }

    /// The sources that are found now, in the order of the places of a plan, if all that is found
    /// is as it was then.
    Optional<List<Source>> again(Scope scope) {
        List<Source> sources = new ArrayList<>();
        return again(scope, sources) ? Optional.of(sources) : Optional.empty();
    }

    private boolean again(Scope scope, List<Source> sources) {
        for (Map.Entry<TableName, Optional<UserType>> type : types.entrySet()) {
            if (!scope.type(type.getKey()).equals(type.getValue())) {
                return false;
            }
        }
        for (LookUp lookUp : all) {
            Optional<Scope.Named> now = lookUp.name.in(scope);
            boolean same =
                    switch (lookUp.found) {
                        case Found.Nothing _ -> now.isEmpty();
                        case Found.Relation relation ->
                                now.isPresent()
                                        && now.get() instanceof Scope.Named.Relation found
                                        && found.name().equals(relation.name)
                                        && SourceFacts.of(found.source()).equals(relation.facts)
                                        && sources.add(found.source());
                        case Found.View view ->
                                now.isPresent()
                                        && now.get() instanceof Scope.Named.View found
                                        && found.name().equals(view.name)
                                        && found.columns().equals(view.columns)
                                        && found.query().source().equals(view.text)
                                        && view.within.again(found.scope(), sources);
                    };
            if (!same) {
                return false;
            }
        }
        return true;
    }

    /// About how many bytes it takes.
    long bytes() {
        long bytes = (long) types.size() * Footprint.OBJECT;
        for (LookUp lookUp : all) {
            bytes += Footprint.OBJECT;
            bytes +=
                    switch (lookUp.found) {
                        case Found.Nothing _ -> 0;
                        case Found.Relation relation -> relation.facts.bytes();
                        case Found.View view -> Footprint.ofText(view.text) + view.within.bytes();
                    };
        }
        return bytes;
    }

    /// A scope that writes down what is looked up in another.
    ///
    /// Threads: one at a time.
    static final class Recorder implements Scope {
        private final Scope scope;
        private final Map<Name, Optional<Named>> found = new LinkedHashMap<>();
        private final Map<Named.View, Recorder> within = new IdentityHashMap<>();
        private final Map<TableName, Optional<UserType>> types = new HashMap<>();

        Recorder(Scope scope) {
            this.scope = scope;
        }

        @Override
        public Optional<Named> find(String name) {
            return recorded(new Name(null, name));
        }

        @Override
        public Optional<Named> find(String schema, String name) {
            return recorded(new Name(schema, name));
        }

        private Optional<Named> recorded(Name name) {
            return found.computeIfAbsent(name, this::lookUp);
        }

        private Optional<Named> lookUp(Name name) {
            return name.in(scope)
                    .map(named -> named instanceof Named.View view ? inner(view) : named);
        }

        private Named inner(Named.View view) {
            Recorder inner = new Recorder(view.scope());
            Named.View recorded = new Named.View(view.name(), view.columns(), view.query(), inner);
            within.put(recorded, inner);
            return recorded;
        }

        /// What has been looked up, and the sources found, in the order of [LookUps#again].
        LookUps lookUps(List<Source> sources) {
            List<LookUp> all = new ArrayList<>();
            found.forEach((name, named) -> all.add(new LookUp(name, found(named, sources))));
            return new LookUps(all, types);
        }

        private Found found(Optional<Named> named, List<Source> sources) {
            if (named.isEmpty()) {
                return new Found.Nothing();
            }
            return switch (named.get()) {
                case Named.Relation relation -> {
                    sources.add(relation.source());
                    yield new Found.Relation(relation.name(), SourceFacts.of(relation.source()));
                }
                case Named.View view ->
                        new Found.View(
                                view.name(),
                                view.columns(),
                                view.query().source(),
                                within.get(view).lookUps(sources));
            };
        }

        @Override
        public Optional<UserType> type(TableName name) {
            return types.computeIfAbsent(name, scope::type);
        }

        @Override
        public Collection<String> names() {
            return scope.names();
        }

        @Override
        public Collection<String> names(String schema) {
            return scope.names(schema);
        }

        @Override
        public boolean isSchema(String name) {
            return scope.isSchema(name);
        }

        @Override
        public Collection<String> schemas() {
            return scope.schemas();
        }
    }
}
