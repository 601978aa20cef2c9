package telegraph.engine.estimate;

/// Inverse distribution functions: how many standard errors an interval must be wide.
///
/// The normal one is Wichura's algorithm AS 241 (*The percentage points of the normal
/// distribution*, Applied Statistics 37, 1988), good to 16 digits. Student's is its asymptotic
/// expansion in 1/ν where that suffices (Abramowitz and Stegun 26.7.5), else Newton's method on the
/// tail probability, an incomplete beta function (26.7.1) by its continued fraction (26.5.8).
public final class Quantiles {
    /// Where z² is less than a twentieth of the degrees of freedom, and these are not few, four
    /// terms of the expansion have nine digits.
    private static final double EXPANSION_FREEDOM_MIN = 50;

    private static final double EXPANSION_SHARE = 1.0 / 20;

    private static final double[] BODY_OVER = {
        3.3871328727963666080e0,
        1.3314166789178437745e+2,
        1.9715909503065514427e+3,
        1.3731693765509461125e+4,
        4.5921953931549871457e+4,
        6.7265770927008700853e+4,
        3.3430575583588128105e+4,
        2.5090809287301226727e+3
    };
    private static final double[] BODY_UNDER = {
        1,
        4.2313330701600911252e+1,
        6.8718700749205790830e+2,
        5.3941960214247511077e+3,
        2.1213794301586595867e+4,
        3.9307895800092710610e+4,
        2.8729085735721942674e+4,
        5.2264952788528545610e+3
    };
    private static final double[] TAIL_OVER = {
        1.42343711074968357734e0,
        4.63033784615654529590e0,
        5.76949722146069140550e0,
        3.64784832476320460504e0,
        1.27045825245236838258e0,
        2.41780725177450611770e-1,
        2.27238449892691845833e-2,
        7.74545014278341407640e-4
    };
    private static final double[] TAIL_UNDER = {
        1,
        2.05319162663775882187e0,
        1.67638483018380384940e0,
        6.89767334985100004550e-1,
        1.48103976427480074590e-1,
        1.51986665636164571966e-2,
        5.47593808499534494600e-4,
        1.05075007164441684324e-9
    };
    private static final double[] FAR_OVER = {
        6.65790464350110377720e0,
        5.46378491116411436990e0,
        1.78482653991729133580e0,
        2.96560571828504891230e-1,
        2.65321895265761230930e-2,
        1.24266094738807843860e-3,
        2.71155556874348757815e-5,
        2.01033439929228813265e-7
    };
    private static final double[] FAR_UNDER = {
        1,
        5.99832206555887937690e-1,
        1.36929880922735805310e-1,
        1.48753612908506148525e-2,
        7.86869131145613259100e-4,
        1.84631831751005468180e-5,
        1.42151175831644588870e-7,
        2.04426310338993978564e-15
    };

    private Quantiles() {}

    /// The value that a standard normal variable is below of with probability `p`.
    public static double normal(double p) {
        requireProbability(p);
        double centred = p - 0.5;
        if (Math.abs(centred) <= 0.425) {
            double r = 0.180625 - centred * centred;
            return centred * polynomial(BODY_OVER, r) / polynomial(BODY_UNDER, r);
        }
        double r = Math.sqrt(-Math.log(centred < 0 ? p : 1 - p));
        double value =
                r <= 5
                        ? polynomial(TAIL_OVER, r - 1.6) / polynomial(TAIL_UNDER, r - 1.6)
                        : polynomial(FAR_OVER, r - 5) / polynomial(FAR_UNDER, r - 5);
        return centred < 0 ? -value : value;
    }

    /// The value that a variable of Student's distribution is below of with probability `p`.
    public static double student(double p, double degreesOfFreedom) {
        requireProbability(p);
        if (!(degreesOfFreedom >= 1)) {
            throw new IllegalArgumentException(
                    "a spread takes two units: degreesOfFreedom=" + degreesOfFreedom);
        }
        if (p == 0.5) {
            return 0;
        }
        if (p < 0.5) {
            return -upper(p, 0.5 - p, degreesOfFreedom);
        }
        return upper(1 - p, p - 0.5, degreesOfFreedom);
    }

    /// The point with probability `tail` above it and `body` between 0 and it.
    private static double upper(double tail, double body, double freedom) {
        double z = -normal(tail);
        if (freedom >= EXPANSION_FREEDOM_MIN && z * z < freedom * EXPANSION_SHARE) {
            return expansion(z, freedom);
        }
        double logDensityAtZero = logDensityAtZero(freedom);
        if (body < 0.25) {
            return fromBody(body, freedom, logDensityAtZero);
        }
        return fromTail(z, tail, freedom, logDensityAtZero);
    }

    private static double expansion(double z, double freedom) {
        double w = z * z;
        double first = (w + 1) / 4;
        double second = ((5 * w + 16) * w + 3) / 96;
        double third = (((3 * w + 19) * w + 17) * w - 15) / 384;
        double fourth = ((((79 * w + 776) * w + 1482) * w - 1920) * w - 945) / 92_160;
        double r = 1 / freedom;
        return z * (1 + r * (first + r * (second + r * (third + r * fourth))));
    }

    /// The probability between 0 and t is concave in t, so Newton from below stays below.
    private static double fromBody(double body, double freedom, double logDensityAtZero) {
        double t = body / Math.exp(logDensityAtZero);
        for (int step = 0; step < 100; step++) {
            double density = density(t, freedom, logDensityAtZero);
            double missing = body - body(t, freedom, density);
            double next = t + missing / density;
            if (Math.abs(next - t) <= 1e-14 * t) {
                return next;
            }
            t = next;
        }
        return t;
    }

    /// The logarithm of the tail is concave in ln t, so Newton overshoots once and then comes down.
    private static double fromTail(
            double start, double tail, double freedom, double logDensityAtZero) {
        double t = start;
        for (int step = 0; step < 200; step++) {
            double density = density(t, freedom, logDensityAtZero);
            double above = tail(t, freedom, density);
            double next = t * Math.exp((Math.log(above) - Math.log(tail)) * above / (density * t));
            if (Math.abs(next - t) <= 1e-14 * t) {
                return next;
            }
            t = next;
        }
        return t;
    }

    private static double density(double t, double freedom, double logDensityAtZero) {
        return Math.exp(logDensityAtZero - (freedom + 1) / 2 * Math.log1p(t * t / freedom));
    }

    /// P(T > t) = I_x(ν/2, 1/2) / 2 with x = ν / (ν + t²): the prefactor of the fraction is a
    /// multiple of the density.
    private static double tail(double t, double freedom, double density) {
        return isTail(t, freedom)
                ? density * t / freedom * fraction(freedom / 2, 0.5, freedom / (freedom + t * t))
                : 0.5 - body(t, freedom, density);
    }

    /// P(0 < T < t) = I_y(1/2, ν/2) / 2 with y = t² / (ν + t²).
    private static double body(double t, double freedom, double density) {
        return isTail(t, freedom)
                ? 0.5 - tail(t, freedom, density)
                : density * t * fraction(0.5, freedom / 2, t * t / (freedom + t * t));
    }

    /// Whether the fraction of the tail converges fast, and not that of the body.
    private static boolean isTail(double t, double freedom) {
        double a = freedom / 2;
        return freedom / (freedom + t * t) < (a + 1) / (a + 2.5);
    }

    /// The continued fraction of the incomplete beta function, by Lentz's method as Thompson and
    /// Barnett changed it.
    private static double fraction(double a, double b, double x) {
        double c = 1;
        double d = 1 / (1 - (a + b) * x / (a + 1));
        double result = d;
        for (int m = 1; m < 100_000; m++) {
            double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
            d = 1 / (1 + even * d);
            c = 1 + even / c;
            result *= d * c;
            double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
            d = 1 / (1 + odd * d);
            c = 1 + odd / c;
            double change = d * c;
            result *= change;
            if (Math.abs(change - 1) < 1e-16) {
                break;
            }
        }
        return result;
    }

    /// ln( Γ((ν+1)/2) / (Γ(ν/2) √(νπ)) ).
    private static double logDensityAtZero(double freedom) {
        return logGammaHalfStep(freedom / 2) - 0.5 * Math.log(freedom * Math.PI);
    }

    /// ln Γ(x + 1/2) - ln Γ(x): by recurrence to where its asymptotic series has 16 digits.
    private static double logGammaHalfStep(double x) {
        double shift = 0;
        double at = x;
        while (at < 20) {
            shift += Math.log1p(0.5 / at);
            at++;
        }
        double r = 1 / at;
        double w = r * r;
        double series = r * (-1.0 / 8 + w * (1.0 / 192 + w * (-1.0 / 640 + w * (17.0 / 14_336))));
        return 0.5 * Math.log(at) + series - shift;
    }

    private static double polynomial(double[] coefficients, double at) {
        double sum = 0;
        for (int i = coefficients.length - 1; i >= 0; i--) {
            sum = sum * at + coefficients[i];
        }
        return sum;
    }

    private static void requireProbability(double p) {
        if (!(p > 0 && p < 1)) {
            throw new IllegalArgumentException("a probability lies between 0 and 1: p=" + p);
        }
    }
}
