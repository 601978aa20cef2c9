package telegraph.bench.crawl;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.reflect.AccessFlag;
import java.security.ProtectionDomain;
import java.util.Set;

/// Puts a call to [LockCount] before every place that enters a monitor or takes a lock of
/// `java.util.concurrent`.
///
/// A class that cannot be woven stays as it is, so counts are never too high.
///
/// Threads: any.
final class LockWeaver implements ClassFileTransformer {
    private static final ClassDesc COUNT = ClassDesc.of("telegraph.bench.crawl.LockCount");
    private static final MethodTypeDesc NOTHING = MethodTypeDesc.of(ConstantDescs.CD_void);
    private static final String OWN = "telegraph/bench/crawl/Lock";
    private static final String LOCKS = "java/util/concurrent/locks/";
    private static final Set<String> TAKING = Set.of("lock", "lockInterruptibly", "tryLock");
    private static final Set<String> TAKERS =
            Set.of(
                    LOCKS + "ReentrantLock",
                    LOCKS + "ReentrantReadWriteLock$ReadLock",
                    LOCKS + "ReentrantReadWriteLock$WriteLock");

    /// Where somebody comes who did not get a lock at once.
    private static final String QUEUE = LOCKS + "ReentrantLock$Sync";

    private static final Set<String> QUEUEING =
            Set.of("acquire", "acquireInterruptibly", "tryAcquireNanos");

    /// Which class extends which is read and not loaded: the class in question may be on its way.
    private static final ClassFile.ClassHierarchyResolverOption READING =
            ClassFile.ClassHierarchyResolverOption.of(
                    ClassHierarchyResolver.ofResourceParsing(ClassLoader.getSystemClassLoader())
                            .cached());

    private static final CodeTransform MONITORS = LockWeaver::monitor;
    private static final CodeTransform WAITS = LockWeaver::await;

    @Override
    public byte[] transform(
            ClassLoader loader,
            String name,
            Class<?> redefined,
            ProtectionDomain domain,
            byte[] code) {
        if (name == null || name.startsWith(OWN)) {
            return null;
        }
        ClassFile file = ClassFile.of(READING);
        ClassModel model = file.parse(code);
        ClassTransform weaving =
                (to, element) -> {
                    if (element instanceof MethodModel method && method.code().isPresent()) {
                        to.transformMethod(
                                method, MethodTransform.transformingCode(weaving(name, method)));
                    } else {
                        to.with(element);
                    }
                };
        return file.transformClass(model, weaving);
    }

    private static CodeTransform weaving(String name, MethodModel method) {
        if (name.equals(QUEUE)) {
            return WAITS;
        }
        String called = called(name, method);
        return called.isEmpty() ? MONITORS : new First(called).andThen(MONITORS);
    }

    /// What is to be called first in a method.
    private static String called(String name, MethodModel method) {
        String what = method.methodName().stringValue();
        if (TAKERS.contains(name) && TAKING.contains(what)) {
            return "lock";
        }
        return method.flags().has(AccessFlag.SYNCHRONIZED) ? "monitor" : "";
    }

    /// Calls a method of [LockCount] at the start of another.
    record First(String called) implements CodeTransform {
        @Override
        public void atStart(CodeBuilder to) {
            to.invokestatic(COUNT, called, NOTHING);
        }

        @Override
        public void accept(CodeBuilder to, CodeElement element) {
            to.with(element);
        }
    }

    private static void await(CodeBuilder to, CodeElement element) {
        if (element instanceof InvokeInstruction invoke
                && QUEUEING.contains(invoke.name().stringValue())) {
            to.invokestatic(COUNT, "await", NOTHING);
        }
        to.with(element);
    }

    private static void monitor(CodeBuilder to, CodeElement element) {
        if (element instanceof MonitorInstruction monitor
                && monitor.opcode() == Opcode.MONITORENTER) {
            to.invokestatic(COUNT, "monitor", NOTHING);
        }
        to.with(element);
    }
}
