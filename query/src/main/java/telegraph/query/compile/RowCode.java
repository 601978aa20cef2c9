package telegraph.query.compile;

import java.io.IOException;
import java.io.StringReader;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.JavaRowFormat;
import org.apache.calcite.adapter.enumerable.PhysTypeImpl;
import org.apache.calcite.adapter.enumerable.RexToLixTranslator;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.MemberDeclaration;
import org.apache.calcite.linq4j.tree.ParameterExpression;
import org.apache.calcite.linq4j.tree.Statement;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgramBuilder;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.codehaus.commons.compiler.CompileException;
import org.codehaus.commons.compiler.IClassBodyEvaluator;
import org.codehaus.janino.ClassBodyEvaluator;
import telegraph.ground.TelegraphException;

/// Compiles one expression to a [RowFunction] through Calcite's code generator.
///
/// The code is a factory: what Calcite keeps from row to row, such as a compiled pattern, becomes a
/// local of `create`, so that every instance has its own.
final class RowCode {
    private RowCode() {}

    /// @param node an expression whose input references count in `row`
    static RowFunction.Factory compile(RexNode node, RelDataType row, RexBuilder builder) {
        JavaTypeFactory types = (JavaTypeFactory) builder.getTypeFactory();
        RexProgramBuilder program = new RexProgramBuilder(row, builder);
        program.addProject(node, "result");
        BlockBuilder body = new BlockBuilder();
        BlockBuilder kept = new BlockBuilder().withRemoveUnused(false);
        ParameterExpression values = Expressions.parameter(Object[].class, "row");
        Expression result =
                RexToLixTranslator.translateProjects(
                                program.getProgram(),
                                types,
                                SqlConformanceEnum.LENIENT,
                                body,
                                kept,
                                null,
                                DataContext.ROOT,
                                new RexToLixTranslator.InputGetterImpl(
                                        values,
                                        PhysTypeImpl.of(types, row, JavaRowFormat.ARRAY, false)),
                                null)
                        .getFirst();
        body.add(Expressions.return_(null, Expressions.convert_(result, Object.class)));
        return load(source(values, body, kept));
    }

    private static String source(ParameterExpression row, BlockBuilder body, BlockBuilder kept) {
        MemberDeclaration apply =
                Expressions.methodDecl(
                        Modifier.PUBLIC, Object.class, "apply", List.of(row), body.toBlock());
        List<Statement> statements = new ArrayList<>(kept.toBlock().statements);
        statements.add(
                Expressions.return_(
                        null, Expressions.new_(RowFunction.class, List.of(), List.of(apply))));
        MemberDeclaration create =
                Expressions.methodDecl(
                        Modifier.PUBLIC,
                        RowFunction.class,
                        CREATE.getName(),
                        List.of(DataContext.ROOT),
                        Expressions.block(statements));
        return Expressions.toString(List.of(create), "\n", false);
    }

    private static final Method CREATE = RowFunction.Factory.class.getMethods()[0];

    private static RowFunction.Factory load(String source) {
        IClassBodyEvaluator evaluator = new ClassBodyEvaluator();
        evaluator.setClassName("RowCodeOf");
        evaluator.setImplementedInterfaces(new Class<?>[] {RowFunction.Factory.class});
        evaluator.setParentClassLoader(RowCode.class.getClassLoader());
        try {
            return (RowFunction.Factory) evaluator.createInstance(new StringReader(source));
        } catch (CompileException | IOException e) {
            throw TelegraphException.bug("generated code must compile: code=" + source, e);
        }
    }
}
