package telegraph.server.postgres.shop;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Index;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

@Entity
@Table(indexes = @Index(columnList = "name"))
public class Author {
    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE)
    public Long id;

    @Column(nullable = false, length = 100)
    public String name;

    public LocalDate born;

    @Version public int version;

    @OneToMany(mappedBy = "author", cascade = CascadeType.ALL, orphanRemoval = true)
    @OrderBy("title")
    public List<Book> books = new ArrayList<>();

    @ElementCollection public Set<String> nicknames = new TreeSet<>();

    @Embedded public Address address;

    protected Author() {}

    public Author(String name, LocalDate born, Address address) {
        this.name = name;
        this.born = born;
        this.address = address;
    }
}
