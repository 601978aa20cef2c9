package telegraph.server.postgres.shop;

import jakarta.persistence.Embeddable;

@Embeddable
public class Address {
    public String street;
    public String town;

    protected Address() {}

    public Address(String street, String town) {
        this.street = street;
        this.town = town;
    }
}
