package telegraph.testkit.schedule;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.AccessFlags;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// Loads classes anew, with [Steps#step] around everything by which their threads meet.
///
/// | in the class | becomes |
/// |---|---|
/// | a lock taken or given back, an atomic, a variable handle, a concurrent map | the same, with a step before and after |
/// | a volatile field read or written | the same, with a step before |
/// | a monitor, waiting and notifying | the schedule's |
/// | a synchronized method | a method of another name, and one that calls it with the monitor |
/// | a sleep, a timed wait, the clock | the schedule's |
/// | a thread that is made | a thread of the schedule |
///
/// Classes of other packages are those of the parent, so what goes in and out of this world is of
/// the JDK's types.
///
/// Threads: any.
public final class SteppedLoader extends ClassLoader {
    private static final ClassDesc STEPS = ClassDesc.of("telegraph.testkit.schedule.Steps");
    private static final ClassDesc BUILDER =
            ClassDesc.of("telegraph.testkit.schedule.Steps$Builder");
    private static final String BUILDERS = "java/lang/Thread$Builder";
    private static final Set<String> MAKERS = Set.of("ofPlatform", "ofVirtual");
    private static final MethodTypeDesc NOTHING = MethodTypeDesc.of(ConstantDescs.CD_void);
    private static final MethodTypeDesc OF_OBJECT =
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object);
    private static final Set<String> WAITING = Set.of("wait", "notify", "notifyAll");
    private static final List<String> MEETING =
            List.of(
                    "java/util/concurrent/locks/ReentrantLock",
                    "java/util/concurrent/atomic/",
                    "java/util/concurrent/ConcurrentHashMap",
                    "java/util/concurrent/ConcurrentLinkedQueue",
                    "java/lang/invoke/VarHandle");
    private static final Map<String, String> REPLACED =
            Map.of(
                    "java/lang/System.nanoTime", "nanoTime",
                    "java/lang/Thread.yield", "spin",
                    "java/lang/Thread.onSpinWait", "spin",
                    "java/lang/Thread.sleep", "sleep",
                    "java/lang/Thread.startVirtualThread", "startVirtualThread",
                    "java/util/concurrent/locks/LockSupport.parkNanos", "parkNanos");

    private final String prefix;
    private final Map<String, Set<String>> volatiles = new ConcurrentHashMap<>();

    static {
        registerAsParallelCapable();
    }

    /// @param prefix of the names of the classes that are loaded anew
    public SteppedLoader(String prefix) {
        super(SteppedLoader.class.getClassLoader());
        this.prefix = prefix;
    }

    /// A new instance of a class of this world, by its constructor without parameters.
    public <T> T make(Class<T> as, String name) {
        try {
            var constructor = loadClass(name).getDeclaredConstructor();
            constructor.setAccessible(true);
            return as.cast(constructor.newInstance());
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("no such test: " + name, e);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(prefix) || name.startsWith("telegraph.testkit.")) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null) {
                byte[] stepped = stepped(bytes(name.replace('.', '/')));
                loaded = defineClass(name, stepped, 0, stepped.length);
            }
            return loaded;
        }
    }

    private byte[] bytes(String internalName) {
        try (InputStream in = getParent().getResourceAsStream(internalName + ".class")) {
            if (in == null) {
                throw new AssertionError("no such class: " + internalName);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] stepped(byte[] original) {
        ClassFile files = ClassFile.of();
        ClassModel model = files.parse(original);
        return files.transformClass(model, (builder, element) -> add(model, builder, element));
    }

    private void add(ClassModel model, ClassBuilder builder, ClassElement element) {
        if (!(element instanceof MethodModel method) || method.code().isEmpty()) {
            builder.with(element);
            return;
        }
        boolean monitor = method.flags().has(AccessFlag.SYNCHRONIZED);
        String name = method.methodName().stringValue();
        String inner = monitor ? name + "$monitor" : name;
        builder.withMethod(
                inner,
                method.methodTypeSymbol(),
                method.flags().flagsMask() & ~ClassFile.ACC_SYNCHRONIZED,
                m -> {
                    for (var part : method) {
                        switch (part) {
                            case java.lang.classfile.CodeModel code ->
                                    m.transformCode(code, this::add);
                            case AccessFlags _ -> {}
                            default -> m.with(part);
                        }
                    }
                });
        if (monitor) {
            builder.withMethodBody(
                    name,
                    method.methodTypeSymbol(),
                    method.flags().flagsMask() & ~ClassFile.ACC_SYNCHRONIZED,
                    code -> call(model, method, inner, code));
        }
    }

    /// Takes the monitor, calls the method of another name, gives the monitor back.
    private static void call(ClassModel model, MethodModel method, String inner, CodeBuilder code) {
        Consumer<CodeBuilder> owner =
                method.flags().has(AccessFlag.STATIC)
                        ? c -> c.loadConstant(model.thisClass().asSymbol())
                        : c -> c.aload(0);
        monitor(code, owner, "enter");
        code.trying(
                body -> {
                    invoke(model, method, inner, body);
                    monitor(body, owner, "exit");
                    body.return_(TypeKind.from(method.methodTypeSymbol().returnType()));
                },
                failed ->
                        failed.catchingAll(end -> {
                            monitor(end, owner, "exit");
                            end.athrow();
                        }));
    }

    private static void monitor(CodeBuilder code, Consumer<CodeBuilder> of, String step) {
        of.accept(code);
        code.invokestatic(STEPS, step, OF_OBJECT);
    }

    private static void invoke(
            ClassModel model, MethodModel method, String inner, CodeBuilder code) {
        MethodTypeDesc type = method.methodTypeSymbol();
        boolean fixed = method.flags().has(AccessFlag.STATIC);
        if (!fixed) {
            code.aload(0);
        }
        for (int p = 0; p < type.parameterCount(); p++) {
            code.loadLocal(TypeKind.from(type.parameterType(p)), code.parameterSlot(p));
        }
        ClassDesc owner = model.thisClass().asSymbol();
        if (fixed) {
            code.invokestatic(owner, inner, type);
        } else if (method.flags().has(AccessFlag.PRIVATE)) {
            code.invokespecial(owner, inner, type);
        } else {
            code.invokevirtual(owner, inner, type);
        }
    }

    private static void step(CodeBuilder code) {
        code.invokestatic(STEPS, "step", NOTHING);
    }

    private void add(CodeBuilder code, CodeElement element) {
        switch (element) {
            case InvokeInstruction call -> add(code, call);
            case MonitorInstruction monitor -> {
                boolean enter = monitor.opcode() == Opcode.MONITORENTER;
                code.invokestatic(STEPS, enter ? "enter" : "exit", OF_OBJECT);
            }
            case FieldInstruction field when isVolatile(field) -> {
                step(code);
                code.with(field);
            }
            default -> code.with(element);
        }
    }

    private static void add(CodeBuilder code, InvokeInstruction call) {
        String owner = call.owner().asInternalName();
        String name = call.name().stringValue();
        String replaced = REPLACED.get(owner + "." + name);
        MethodTypeDesc type = call.typeSymbol();
        if (replaced != null) {
            code.invokestatic(STEPS, replaced, type);
        } else if (owner.equals("java/util/concurrent/locks/Condition") && name.equals("awaitNanos")
                || owner.equals("java/lang/Object") && WAITING.contains(name)) {
            code.invokestatic(STEPS, name, type.insertParameterTypes(0, call.owner().asSymbol()));
        } else if (owner.equals("java/lang/Thread") && MAKERS.contains(name)) {
            code.invokestatic(STEPS, name, MethodTypeDesc.of(BUILDER));
        } else if (owner.startsWith(BUILDERS)) {
            ClassDesc result = type.returnType();
            boolean fluent = result.displayName().startsWith("Thread$Builder");
            code.invokevirtual(BUILDER, name, type.changeReturnType(fluent ? BUILDER : result));
        } else if (MEETING.stream().anyMatch(owner::startsWith)) {
            step(code);
            code.with(call);
            step(code);
        } else {
            code.with(call);
        }
    }

    private boolean isVolatile(FieldInstruction field) {
        String owner = field.owner().asInternalName();
        return owner.replace('/', '.').startsWith(prefix)
                && volatiles
                        .computeIfAbsent(owner, this::volatilesOf)
                        .contains(field.name().stringValue());
    }

    private Set<String> volatilesOf(String internalName) {
        Set<String> found = ConcurrentHashMap.newKeySet();
        for (FieldModel field : ClassFile.of().parse(bytes(internalName)).fields()) {
            if (field.flags().has(AccessFlag.VOLATILE)) {
                found.add(field.fieldName().stringValue());
            }
        }
        return found;
    }
}
