package telegraph.query.translate;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.config.CalciteConnectionProperty;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.ViewExpanders;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.apache.calcite.schema.lookup.LikePattern;
import org.apache.calcite.schema.lookup.Lookup;
import org.apache.calcite.schema.lookup.Named;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.tools.RelBuilder;
import telegraph.engine.source.Source;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Query;
import telegraph.language.ast.SqlType.UserType;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.language.lexer.Position;
import telegraph.query.array.ArrayCasts;
import telegraph.query.label.EnumType;
import telegraph.query.record.RowComparisons;
import telegraph.query.record.WholeRows;
import telegraph.query.syntax.Balanced;
import telegraph.query.syntax.Dialect;
import telegraph.query.syntax.DoubledNames;
import telegraph.query.syntax.KeyedGroupings;
import telegraph.query.syntax.Percentiles;
import telegraph.query.syntax.PlainGroupings;
import telegraph.query.syntax.Quantified;
import telegraph.query.syntax.QueryNodes;
import telegraph.query.syntax.Recursion;
import telegraph.query.syntax.ScientificLiterals;
import telegraph.query.syntax.Seconds;
import telegraph.query.syntax.Synonyms;
import telegraph.query.syntax.Tiles;
import telegraph.query.syntax.TimeLiterals;
import telegraph.query.syntax.WrittenOut;
import telegraph.query.validate.AmbiguousColumn;
import telegraph.query.validate.ArrayUses;
import telegraph.query.validate.ColumnMatcher;
import telegraph.query.validate.EnumUses;
import telegraph.query.validate.JsonGroups;
import telegraph.query.validate.JsonUses;
import telegraph.query.validate.OuterAggregates;
import telegraph.query.validate.QueryValidator;
import telegraph.query.validate.ReferenceUses;
import telegraph.query.value.Types;
import telegraph.sources.FileSources;

/// From the text of one query, in one scope, to Calcite's logical plan.
///
/// Threads: one at a time.
public final class Translator {
    /// How many views may stand on one another; more is taken for a circle.
    private static final int VIEW_DEPTH_MAX = 64;

    /// How many queries a WITH has at most whose expressions are simplified as each is converted.
    /// Where each stands on so many others, to simplify what all of them have come to, again at
    /// each, would cost the cube of their number; it is done where conditions are pushed down.
    private static final int SIMPLIFIED_MAX = 100;

    /// What a subquery in an expression stands in.
    private static final Set<SqlKind> ASKING =
            EnumSet.of(
                    SqlKind.SCALAR_QUERY,
                    SqlKind.EXISTS,
                    SqlKind.IN,
                    SqlKind.NOT_IN,
                    SqlKind.SOME,
                    SqlKind.ALL,
                    SqlKind.ARRAY_QUERY_CONSTRUCTOR);

    private final Scope scope;
    private final JavaTypeFactory types;
    private final SqlOperatorTable functions;
    private final int depth;
    private final Mistakes mistakes;

    /// What names stand for here, and all views that this one and those below it have met: a view
    /// is validated when it is made, and once is enough however often it is named.
    private final Map<String, Table> found = new HashMap<>();

    private final Map<String, Table> told = new HashMap<>();

    private final Map<String, ViewTable> views;

    /// The queries of the whole statement that name themselves, each once however often it is met.
    private final Map<Query, RecursiveTable> recursions;

    /// How many names were given to what recursive queries work on, one within another too.
    private final AtomicInteger workings;

    private WrittenOut.Extent extent = WrittenOut.Extent.NOTHING;
    private int longestWith;

    public Translator(Scope scope, JavaTypeFactory types, SqlOperatorTable functions) {
        this(
                scope,
                types,
                functions,
                0,
                new HashMap<>(),
                new IdentityHashMap<>(),
                new AtomicInteger());
    }

    private Translator(
            Scope scope,
            JavaTypeFactory types,
            SqlOperatorTable functions,
            int depth,
            Map<String, ViewTable> views,
            Map<Query, RecursiveTable> recursions,
            AtomicInteger workings) {
        this.workings = workings;
        this.views = views;
        this.recursions = recursions;
        this.scope = scope;
        this.types = types;
        this.functions = functions;
        this.depth = depth;
        this.mistakes = new Mistakes(scope);
    }

    /// One for a part of the same statement, which knows what this one was told of.
    Translator within() {
        Translator part =
                new Translator(scope, types, functions, depth, views, recursions, workings);
        part.told.putAll(told);
        part.found.putAll(told);
        return part;
    }

    /// Has a name stand for a table that is in no scope.
    void know(String name, Table table) {
        told.put(name, table);
        found.put(name, table);
    }

    /// A name that nobody has used for what a recursive query works on.
    String nextWorking() {
        return "working " + workings.incrementAndGet();
    }

    RelDataTypeFactory types() {
        return types;
    }

    /// What the query that was read last comes to, written out.
    WrittenOut.Extent extent() {
        return extent;
    }

    /// A logical plan, and the types of its columns as PostgreSQL writes them.
    public record Translated(RelRoot root, List<String> declared) {}

    /// The logical plan; its rows still carry the columns that only the ORDER BY needs.
    public Translated translate(Statement.Select query, RelOptCluster cluster) {
        return translate(query, cluster, new OpenLiterals());
    }

    /// How much larger a projection may become as two are made one; -1 for never, where a subquery
    /// is asked.
    ///
    /// Calcite makes one of two before it sees that a subquery in the upper one names its rows, and
    /// would then have the columns of the lower one's input taken for those of the lower one. They
    /// become one where conditions are pushed down. But GROUPING of one set is of another type
    /// until they are.
    private static int bloat(SqlNode valid) {
        boolean asks = SqlUtil.containsCall(valid, call -> ASKING.contains(call.getKind()));
        boolean groups = SqlUtil.containsCall(valid, call -> call.getKind() == SqlKind.GROUPING);
        return asks && !groups ? -1 : RelBuilder.Config.DEFAULT.bloat();
    }

    /// The same, with parameters in the places of some of its literals.
    ///
    /// @param literals those that may be left open, which learns which are
    public Translated translate(
            Statement.Select query, RelOptCluster cluster, OpenLiterals literals) {
        SqlNode parsed = literals.opened(parse(query), cluster.getRexBuilder());
        try {
            CalciteCatalogReader reader = reader();
            QueryValidator validator = validator(reader);
            SqlNode valid = validated(parsed, validator);
            SqlToRelConverter converter =
                    new JsonGroups(
                            ViewExpanders.simpleContext(cluster),
                            validator,
                            new Declarations(validator),
                            reader,
                            cluster,
                            call -> literals.of(call, Convertlets.of(call)),
                            SqlToRelConverter.config()
                                    .withExpand(false)
                                    .addRelBuilderConfigTransform(config ->
                                            config.withSimplify(longestWith <= SIMPLIFIED_MAX)
                                                    .withBloat(bloat(valid)))
                                    .withTrimUnusedFields(true)
                                    .withRemoveSortInSubQuery(false)
                                    .withInSubQueryThreshold(Integer.MAX_VALUE));
            List<String> declared =
                    new Declarations(validator).of(valid, validator.getValidatedNodeType(valid));
            return new Translated(
                    named(converter.convertQuery(valid, false, true), valid), declared);
        } catch (CalciteContextException e) {
            throw mistakes.translate(e, query);
        }
    }

    private static SqlNode validated(SqlNode parsed, QueryValidator validator) {
        SqlNode valid = valid(parsed, validator);
        if (validator.getValidatedNodeType(valid).getFieldNames().contains(FileSources.NO_COLUMN)) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "a result has columns, and the table has none. Count its rows: count(*)");
        }
        OuterAggregates.demandNone(valid, validator);
        Declarations declarations = new Declarations(validator);
        JsonUses.read(valid, validator, declarations);
        ArrayUses.read(valid, validator, declarations);
        ReferenceUses.read(valid, validator, declarations);
        EnumUses.read(valid, validator);
        return valid;
    }

    private static SqlNode valid(SqlNode parsed, QueryValidator validator) {
        try {
            return validator.validate(parsed);
        } catch (AmbiguousColumn e) {
            throw e.in(parsed);
        }
    }

    /// The columns of the query's result.
    public QueryShape shape(Statement.Select query) {
        SqlNode parsed = parse(query);
        try {
            QueryValidator validator = validator(reader());
            return shape(validated(parsed, validator), validator);
        } catch (CalciteContextException e) {
            throw mistakes.translate(e, query);
        }
    }

    private QueryShape shape(SqlNode valid, QueryValidator validator) {
        RelDataType rowType = validator.getValidatedNodeType(valid);
        return new QueryShape(
                renamed(rowType, ColumnNames.of(valid, rowType)),
                new Declarations(validator).of(valid, rowType));
    }

    /// The columns of the query's result, once the types of its parameters are found.
    public QueryShape shape(
            Statement.Select query, ParameterTypes parameters, List<String> targets) {
        while (true) {
            SqlNode parsed = parse(query);
            ParameterUses uses =
                    new ParameterUses(parameters, types, name -> scope.type(name).isPresent());
            uses.targets(parsed, targets);
            QueryValidator validator = validator(reader());
            SqlNode typed = parsed.accept(uses);
            try {
                SqlNode valid = validated(typed, validator);
                new ParameterFinds(validator, uses, parameters).find(valid);
                parameters.settle();
                return shape(valid, validator);
            } catch (CalciteContextException e) {
                Position start = new Position(e.getPosLine(), e.getPosColumn());
                Position end = new Position(e.getEndPosLine(), e.getEndPosColumn());
                boolean again =
                        !Mistakes.isUntyped(e) && parameters.guessAgain()
                                || parameters.guess(start, end);
                if (!again) {
                    throw mistakes.translate(e, query);
                }
            }
        }
    }

    /// The plan with names for the columns that Calcite only numbers.
    private RelRoot named(RelRoot root, SqlNode query) {
        RelDataType rowType =
                renamed(root.validatedRowType, ColumnNames.of(query, root.validatedRowType));
        return new RelRoot(root.rel, rowType, root.kind, root.fields, root.collation, root.hints);
    }

    /// The same columns under other names.
    RelDataType renamed(RelDataType rowType, List<String> names) {
        List<RelDataType> columns =
                rowType.getFieldList().stream().map(RelDataTypeField::getType).toList();
        return types.createStructType(columns, names);
    }

    private SqlNode parse(Statement.Select query) {
        SqlNode parsed = read(query);
        WrittenOut written = new WrittenOut(this::extent);
        extent = written.demandFew(parsed);
        longestWith = written.longestWith();
        return parsed;
    }

    /// What a name stands for; what is no table, the validator says.
    private WrittenOut.Extent extent(String name) {
        return switch (table(name)) {
            case ViewTable view -> view.extent();
            case RecursiveTable recursive -> recursive.extent();
            case null, default -> WrittenOut.Extent.TABLE;
        };
    }

    private SqlNode read(Statement.Select query) {
        QueryNodes.Read nodes = QueryNodes.of(query);
        nodes.recursions().forEach(one -> found.put(one.table(), recursive(one, query)));
        SqlNode read =
                KeyedGroupings.rewritten(QualifiedTables.rewritten(nodes.node()), this::source)
                        .accept(new ColumnNames());
        SqlNode simple =
                WholeRows.rewritten(read, this::columns)
                        .accept(new RowComparisons())
                        .accept(new PlainGroupings())
                        .accept(new Balanced())
                        .accept(new ArrayForms())
                        .accept(new Tiles())
                        .accept(new WindowForms())
                        .accept(new Synonyms())
                        .accept(new Seconds())
                        .accept(new TimeLiterals())
                        .accept(new ScientificLiterals())
                        .accept(new NumericCasts())
                        .accept(new BlankCasts())
                        .accept(new JsonCasts())
                        .accept(new Quantified())
                        .accept(new Percentiles());
        return Refusals.demandKnown(simple);
    }

    private RecursiveTable recursive(Recursion recursion, Statement.Select statement) {
        RecursiveTable known = recursions.get(recursion.seed());
        if (known == null) {
            known = new RecursiveTable(recursion, statement, this);
            recursions.put(recursion.seed(), known);
        }
        return known;
    }

    private CalciteCatalogReader reader() {
        Properties properties = new Properties();
        properties.setProperty(CalciteConnectionProperty.CASE_SENSITIVE.camelName(), "false");
        CalciteSchema root = CalciteSchema.createRootSchema(false, false, "", new ScopeSchema());
        Types.aliases().forEach(root::add);
        return new CalciteCatalogReader(
                root, List.of(""), types, new CalciteConnectionConfigImpl(properties)) {
            private final SqlNameMatcher matcher = new ColumnMatcher();

            @Override
            public SqlNameMatcher nameMatcher() {
                return matcher;
            }

            @Override
            public RelDataType getNamedType(SqlIdentifier name) {
                RelDataType known = super.getNamedType(name);
                return known == null && name.isSimple()
                        ? named(EnumType.name(name.getSimple()))
                        : known;
            }
        };
    }

    /// The type of the catalog that has a name, or null.
    private RelDataType named(TableName name) {
        return switch (scope.type(name).orElse(null)) {
            case UserType.Enumeration values -> new EnumType(types.getTypeSystem(), values, false);
            case UserType.Wanted _ -> throw new IllegalStateException("not found: " + name);
            case null -> null;
        };
    }

    private QueryValidator validator(CalciteCatalogReader reader) {
        return new QueryValidator(
                functions, // and none of a schema's: there are none
                reader,
                types,
                SqlValidator.Config.DEFAULT
                        .withConformance(Dialect.CONFORMANCE)
                        .withTypeCoercionEnabled(true)
                        .withTypeCoercionFactory(StrictTexts::new)
                        .withTypeCoercionRules(ArrayCasts.RULES)
                        .withIdentifierExpansion(true));
    }

    private Table table(String name) {
        Table known = found.get(name);
        if (known == null) {
            known = lookUp(name);
            found.put(name, known);
        }
        return known;
    }

    /// The source that a name stands for; null if it stands for anything else.
    private Source source(String name) {
        return table(name) instanceof SourceTable table ? table.source() : null;
    }

    /// The columns of what a name stands for; none if it is no table.
    private Optional<List<String>> columns(String name) {
        return Optional.ofNullable(table(name))
                .map(table ->
                        table instanceof SourceTable source
                                ? source.shown()
                                : table.getRowType(types).getFieldNames().stream()
                                        .map(DoubledNames::visible)
                                        .toList());
    }

    private Table lookUp(String name) {
        Optional<Scope.Named> found =
                QualifiedTables.parts(name)
                        .map(parts -> scope.find(parts.schema(), parts.name()))
                        .orElseGet(() -> scope.find(name));
        if (found.isEmpty()) {
            return null;
        }
        return switch (found.get()) {
            case Scope.Named.Relation relation -> new SourceTable(relation.source(), scope::type);
            case Scope.Named.View view -> view(view);
        };
    }

    private ViewTable view(Scope.Named.View view) {
        ViewTable known = views.get(view.name());
        if (known != null) {
            return known;
        }
        if (depth == VIEW_DEPTH_MAX) {
            throw TelegraphException.input(
                    "views may stand on one another "
                            + VIEW_DEPTH_MAX
                            + " deep, and not on themselves: view="
                            + view.name());
        }
        ViewTable made =
                new ViewTable(
                        view,
                        new Translator(
                                view.scope(),
                                types,
                                functions,
                                depth + 1,
                                views,
                                recursions,
                                workings));
        views.put(view.name(), made);
        return made;
    }

    /// The scope in the shape Calcite asks for.
    private final class ScopeSchema extends AbstractSchema {
        @Override
        public Lookup<Table> tables() {
            return new Lookup<>() {
                @Override
                public Table get(String name) {
                    return table(name);
                }

                @Override
                public Named<Table> getIgnoreCase(String name) {
                    Table table = table(name);
                    return table == null ? null : new Named<>(name, table);
                }

                @Override
                public Set<String> getNames(LikePattern pattern) {
                    return new TreeSet<>(scope.names());
                }
            };
        }
    }
}
