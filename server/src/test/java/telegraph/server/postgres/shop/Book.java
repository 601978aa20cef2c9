package telegraph.server.postgres.shop;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import jakarta.persistence.UniqueConstraint;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;

@Entity
@Table(uniqueConstraints = @UniqueConstraint(columnNames = {"author_id", "title"}))
public class Book {
    public enum Kind {
        NOVEL,
        POEMS,
        ESSAY
    }

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    public Long id;

    @Column(nullable = false)
    public String title;

    @ManyToOne(optional = false, fetch = FetchType.LAZY)
    public Author author;

    @ManyToMany
    @JoinTable(name = "book_tag")
    public Set<Tag> tags = new HashSet<>();

    @Enumerated(EnumType.STRING)
    public Kind kind;

    @Enumerated(EnumType.ORDINAL)
    public Kind rank;

    @Column(precision = 10, scale = 2)
    public BigDecimal price;

    @Column(length = 100_000)
    public String blurb;

    @JdbcTypeCode(SqlTypes.JSON)
    public Map<String, Object> extra;

    public Instant added;
    public UUID code;
    public boolean sold;
    public Double weight;
    public byte[] cover;
    public LocalTime readAt;
    public LocalDateTime printed;
    public OffsetDateTime shipped;
    public Duration reading;
    public List<String> chapters;
    public int[] pages;

    protected Book() {}

    public Book(Author author, String title, Kind kind, String price) {
        this.author = author;
        this.title = title;
        this.kind = kind;
        this.rank = kind;
        this.price = new BigDecimal(price);
    }
}
