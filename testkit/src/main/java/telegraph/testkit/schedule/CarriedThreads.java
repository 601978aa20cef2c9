package telegraph.testkit.schedule;

import java.lang.reflect.Constructor;
import java.util.Collection;
import java.util.concurrent.Executor;

/// Virtual threads with a scheduler of one's own, which the JDK's own tests have and others are not
/// given.
public final class CarriedThreads {
    private static final Constructor<?> BUILDER = builder();

    private CarriedThreads() {}

    /// One that goes on when the scheduler runs what it is given; not started.
    public static Thread unstarted(Executor scheduler, String name, Runnable work) {
        try {
            return ((Thread.Builder) BUILDER.newInstance(scheduler)).name(name).unstarted(work);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("the JDK makes no thread with a scheduler of ours", e);
        }
    }

    private static Constructor<?> builder() {
        try {
            Constructor<?> constructor =
                    Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder")
                            .getDeclaredConstructor(Executor.class);
            constructor.setAccessible(true);
            return constructor;
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("run with --add-opens java.base/java.lang=ALL-UNNAMED", e);
        }
    }

    /// Where those of them are that have not ended.
    public static String stacks(Collection<Thread> threads) {
        StringBuilder text = new StringBuilder();
        for (Thread thread : threads) {
            if (thread.isAlive()) {
                text.append("\n").append(thread.getName()).append(' ').append(thread.getState());
                for (StackTraceElement frame : thread.getStackTrace()) {
                    text.append("\n    ").append(frame);
                }
            }
        }
        return text.toString();
    }
}
