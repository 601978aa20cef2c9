package telegraph.engine.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResourcesTest {
    private final Resources resources = new Resources();
    private final List<String> closed = new ArrayList<>();

    @Test
    void eachIsClosedOnceAndWhatIsForgottenIsNot() {
        resources.add(() -> closed.add("kept"));
        resources.add(() -> closed.add("forgotten")).close();
        resources.close();
        resources.close();
        assertEquals(List.of("kept"), closed);
    }

    @Test
    void whatComesTooLateIsClosedAtOnce() {
        resources.close();
        resources.add(() -> closed.add("late"));
        assertEquals(List.of("late"), closed);
    }

    @Test
    void oneThatFailsKeepsNoOtherOpen() {
        resources.add(() -> {
            throw new IllegalStateException("torn");
        });
        resources.add(() -> closed.add("next"));
        resources.close();
        assertEquals(List.of("next"), closed);
    }
}
