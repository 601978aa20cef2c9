package telegraph.server.postgres.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

@Entity
public class Tag {
    @Id public String word;

    protected Tag() {}

    public Tag(String word) {
        this.word = word;
    }
}
