package telegraph.examples.demo;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import telegraph.cli.display.LiveDisplay;
import telegraph.cli.display.Screen;
import telegraph.examples.fleet.Fleet;
import telegraph.examples.fleet.Pace;
import telegraph.ground.Ticker;

/// Asks a small deep web of five slow sites fifteen questions, and checks every answer.
///
/// ```
/// demo [--fast] [NAME]…      all questions, or those named (wind, 04-wind or 4)
/// ```
///
/// On a terminal an answer is on the screen while it grows; else everything is plain text. Exits 0
/// when every question was answered as the golden answers say, 1 if not, 2 on bad usage.
///
/// Threads: one.
public final class Demo {
    private static final long SEED = 2013;
    private static final double FAST = 10;

    private final Screen screen;
    private final PrintWriter out;
    private final Report report;

    private Demo(Screen screen) {
        this.screen = screen;
        this.out = new PrintWriter(screen.out());
        this.report = new Report(out);
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        System.exit(run(List.of(arguments), Screen.standard()));
    }

    static int run(List<String> arguments, Screen screen) throws IOException, InterruptedException {
        List<String> names = new ArrayList<>(arguments);
        boolean fast = names.remove("--fast");
        List<Question> questions = new ArrayList<>();
        List<Question> all = Question.all();
        for (String name : names) {
            Optional<Question> found = all.stream().filter(q -> q.isCalled(name)).findFirst();
            if (found.isEmpty()) {
                String known = String.join(", ", all.stream().map(Question::name).toList());
                System.err.println(
                        "error: the demonstration has no question " + name + ". It has " + known);
                return 2;
            }
            questions.add(found.get());
        }
        return new Demo(screen).ask(questions.isEmpty() ? all : questions, fast ? FAST : 1) ? 0 : 1;
    }

    private boolean ask(List<Question> questions, double speed)
            throws IOException, InterruptedException {
        long start = Ticker.SYSTEM.nanos();
        List<String> wrong = new ArrayList<>();
        try (Fleet fleet = Fleet.start(new Pace(speed, SEED), Ticker.SYSTEM);
                Sandbox sandbox = Sandbox.open(fleet, Map.of())) {
            report.fleet(fleet);
            for (int i = 0; i < questions.size(); i++) {
                Question question = questions.get(i);
                report.question(i + 1, questions.size(), question);
                out.flush();
                if (!answered(sandbox, question)) {
                    wrong.add(question.name());
                }
            }
            report.summary(questions.size(), wrong, fleet, Ticker.SYSTEM.nanos() - start);
            out.flush();
        }
        return wrong.isEmpty();
    }

    private boolean answered(Sandbox sandbox, Question question)
            throws IOException, InterruptedException {
        Answer answer;
        try (LiveDisplay display = LiveDisplay.on(screen)) {
            answer = sandbox.ask(question.sql(), display);
        }
        if (answer.failure().isPresent()) {
            report.failure(answer.failure().get());
            return false;
        }
        report.cost(answer);
        Golden golden = Golden.of(question);
        Optional<EarlyStop> early = EarlyStop.of(question);
        Optional<String> difference =
                early.isPresent()
                        ? early.get().broken(golden, answer.columns(), answer.rows())
                        : golden.difference(answer.columns(), answer.rows());
        if (early.isPresent() && difference.isEmpty()) {
            report.unread(answer, early.get().told(golden, answer.columns(), answer.rows()));
        }
        report.verdict(difference);
        out.flush();
        return difference.isEmpty();
    }
}
