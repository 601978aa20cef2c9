package telegraph.query.number;

import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// Trigonometry in degrees, exact where PostgreSQL's is: `sind(30)` is 0.5, where the sine of π/6
/// is not.
///
/// An angle is brought into the first quadrant, and there every function is a sine of at most 30 or
/// a cosine of at most 60 degrees, divided by what the machine has for these borders. Inverses
/// likewise. Source: `float.c` of PostgreSQL. Public because generated code calls it.
public final class DegreeFunctions {
    private static final double SIN_30 = Math.sin(Math.toRadians(30));
    private static final double ONE_LESS_COS_60 = 1 - Math.cos(Math.toRadians(60));
    private static final double ASIN_HALF = Math.asin(0.5);
    private static final double ACOS_HALF = Math.acos(0.5);
    private static final double ATAN_ONE = Math.atan(1);
    private static final double TAN_45 = sine(45) / cosine(45);
    private static final double COT_45 = cosine(45) / sine(45);

    private DegreeFunctions() {}

    private static double smallSine(double degrees) {
        return Math.sin(Math.toRadians(degrees)) / SIN_30 / 2;
    }

    private static double smallCosine(double degrees) {
        return 1 - (1 - Math.cos(Math.toRadians(degrees))) / ONE_LESS_COS_60 / 2;
    }

    /// @param degrees 0 to 90
    private static double sine(double degrees) {
        return degrees <= 30 ? smallSine(degrees) : smallCosine(90 - degrees);
    }

    private static double cosine(double degrees) {
        return degrees <= 60 ? smallCosine(degrees) : smallSine(90 - degrees);
    }

    /// An angle of the first quadrant, and the signs that the functions of the one asked for have.
    private record Angle(double degrees, int sine, int cosine) {
        static Angle of(double degrees) {
            if (Double.isInfinite(degrees)) {
                throw outOfRange();
            }
            double angle = Math.abs(degrees % 360);
            int sine = degrees % 360 < 0 ? -1 : 1;
            int cosine = 1;
            if (angle > 180) {
                angle = 360 - angle;
                sine = -sine;
            }
            if (angle > 90) {
                angle = 180 - angle;
                cosine = -1;
            }
            return new Angle(angle, sine, cosine);
        }
    }

    public static Double sind(Double degrees) {
        Angle angle = Angle.of(degrees);
        return angle.sine * sine(angle.degrees);
    }

    public static Double cosd(Double degrees) {
        Angle angle = Angle.of(degrees);
        return angle.cosine * cosine(angle.degrees);
    }

    public static Double tand(Double degrees) {
        Angle angle = Angle.of(degrees);
        int sign = angle.sine * angle.cosine;
        return sign * (sine(angle.degrees) / cosine(angle.degrees) / TAN_45) + 0.0;
    }

    public static Double cotd(Double degrees) {
        Angle angle = Angle.of(degrees);
        int sign = angle.sine * angle.cosine;
        return sign * (cosine(angle.degrees) / sine(angle.degrees) / COT_45) + 0.0;
    }

    public static Double asind(Double sine) {
        demandSine(sine);
        return Math.copySign(arcSine(Math.abs(sine)), sine);
    }

    public static Double acosd(Double cosine) {
        demandSine(cosine);
        return cosine >= 0 ? arcCosine(cosine) : 90 + arcSine(-cosine);
    }

    public static Double atand(Double tangent) {
        return Math.atan(tangent) / ATAN_ONE * 45;
    }

    public static Double atan2d(Double y, Double x) {
        return Math.atan2(y, x) / ATAN_ONE * 45;
    }

    private static double arcSine(double sine) {
        return sine <= 0.5
                ? Math.asin(sine) / ASIN_HALF * 30
                : 90 - Math.acos(sine) / ACOS_HALF * 60;
    }

    private static double arcCosine(double cosine) {
        return cosine <= 0.5
                ? 90 - Math.asin(cosine) / ASIN_HALF * 30
                : Math.acos(cosine) / ACOS_HALF * 60;
    }

    private static void demandSine(double value) {
        if (value < -1 || value > 1) {
            throw outOfRange();
        }
    }

    private static TelegraphException outOfRange() {
        return TelegraphException.of(SqlState.NUMBER_OUT_OF_RANGE, "input is out of range");
    }
}
