package telegraph.crawler.page;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Where things lie in the record of a page; [PageRecord] draws it.
final class RecordLayout {
    static final VarHandle SHORT = view(short[].class);
    static final VarHandle INT = view(int[].class);
    static final VarHandle LONG = view(long[].class);

    static final int KIND = 0;
    static final int VERSION = 1;
    static final int STATUS = 2;
    static final int DEPTH = 4;
    static final int FETCHED_AT = 8;
    static final int MILLIS = 16;
    static final int FLAGS = 20;
    static final int TRIES = 22;
    static final int ADDRESS_LENGTH = 23;
    static final int ADDRESS = 24;
    static final int URL_HASH = 40;
    static final int SITE_HASH = 48;
    static final int BODY_BYTES = 56;
    static final int WIRE_BYTES = 64;
    static final int DIGEST_HIGH = 72;
    static final int DIGEST_LOW = 80;
    static final int SIMHASH = 88;
    static final int LINK_COUNT = 96;
    static final int PART_COUNT = 100;
    static final int PARTS = 104;
    static final int PART_BYTES = 8;
    static final int HEADER_BYTES = PARTS + PART_BYTES * Part.COUNT;

    static final int LINK_HASH = 0;
    static final int LINK_REL = 8;
    static final int LINK_FOLLOWED = 10;
    static final int LINK_URL_LENGTH = 12;
    static final int LINK_ANCHOR_LENGTH = 14;
    static final int LINK_BYTES = 16;

    private RecordLayout() {}

    private static VarHandle view(Class<?> array) {
        return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.LITTLE_ENDIAN);
    }
}
