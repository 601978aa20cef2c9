package telegraph.sources.fetch;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import telegraph.ground.TelegraphException;

/// Why an attempt failed, in words, and whether another one can help.
///
/// @param cause what happened
/// @param advice what the reader of the message can do
/// @param again whether the same request may succeed later
public record AttemptFailure(String cause, String advice, boolean again) {
    private static final String SLOW =
            "Raise the option timeout or the setting http_timeout, or lower max_concurrent if the"
                    + " server is overloaded.";

    public static AttemptFailure of(Exception failure, PageRequest request, FetchRules rules) {
        if (failure instanceof TimeoutException) {
            return new AttemptFailure(
                    "no complete answer within " + rules.timeout().toMillis() + " ms", SLOW, true);
        }
        if (failure instanceof StatusException refused) {
            return status(refused.status, refused.excerpt);
        }
        for (Throwable t = failure; t != null; t = t.getCause()) {
            switch (t) {
                case BodyLimit.Exceeded tooLong -> {
                    return new AttemptFailure(
                            tooLong.getMessage(),
                            "If the page is meant to be that long, raise http_body_limit; if not, the"
                                    + " server is sending a compression bomb.",
                            false);
                }
                case UnresolvedAddressException unresolved -> {
                    return unresolved(request);
                }
                case UnknownHostException unknown -> {
                    return unresolved(request);
                }
                case SSLException tls -> {
                    return certificate(tls);
                }
                case HttpConnectTimeoutException slow -> {
                    return new AttemptFailure(
                            "no connection to " + request.host() + " in time", SLOW, true);
                }
                default -> {}
            }
        }
        if (failure instanceof ConnectException) {
            return new AttemptFailure(
                    "connection refused by " + request.host(),
                    "Check the port and whether the server is running.",
                    true);
        }
        String text = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        return new AttemptFailure(
                "the connection broke: " + text, "Try again, or raise the option retries.", true);
    }

    private static AttemptFailure unresolved(PageRequest request) {
        return new AttemptFailure(
                "cannot resolve host " + request.uri().getHost(),
                "Check the spelling of the host and the network.",
                false);
    }

    private static AttemptFailure certificate(SSLException tls) {
        String text = String.valueOf(tls.getMessage());
        if (text.contains("PKIX") || text.contains("certificat")) {
            return new AttemptFailure(
                    "the server's certificate is not trusted: it is self-signed, expired, for"
                            + " another name, or by an unknown issuer ("
                            + reason(tls)
                            + ")",
                    "Add the issuer to a trust store and name it in JAVA_TOOL_OPTIONS"
                            + " (-Djavax.net.ssl.trustStore=…).",
                    false);
        }
        return new AttemptFailure(
                "no secure connection: " + text, "Check whether the address wants http.", false);
    }

    /// The last of the causes, without the names of the classes that each one before it carries.
    private static String reason(SSLException tls) {
        String text = String.valueOf(tls.getMessage());
        for (Throwable t = tls; t != null; t = t.getCause()) {
            if (t.getMessage() != null) {
                text = t.getMessage();
            }
        }
        return text;
    }

    private static AttemptFailure status(int status, String excerpt) {
        String said = excerpt.isEmpty() ? "" : ", body=\"" + excerpt + "\"";
        String cause = "status " + status + " " + name(status) + said;
        return switch (status) {
            case 401, 403 ->
                    new AttemptFailure(
                            cause, "Check the option token and the header options.", false);
            case 404, 410 -> new AttemptFailure(cause, "Check the path of the address.", false);
            case 408, 502, 504 -> new AttemptFailure(cause, SLOW, true);
            case 429 ->
                    new AttemptFailure(
                            cause,
                            "Lower requests_per_second or max_concurrent, or raise retries.",
                            true);
            case 500 ->
                    new AttemptFailure(cause, "The fault is the server's; try again later.", true);
            case 503 ->
                    new AttemptFailure(cause, "The server is overloaded; try again later.", true);
            default ->
                    new AttemptFailure(
                            cause,
                            "Check the address and the options method and header.*.",
                            status >= 500);
        };
    }

    private static String name(int status) {
        return switch (status) {
            case 400 -> "Bad Request";
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 405 -> "Method Not Allowed";
            case 408 -> "Request Timeout";
            case 410 -> "Gone";
            case 422 -> "Unprocessable Content";
            case 429 -> "Too Many Requests";
            case 500 -> "Internal Server Error";
            case 502 -> "Bad Gateway";
            case 503 -> "Service Unavailable";
            case 504 -> "Gateway Timeout";
            default -> "";
        };
    }

    public TelegraphException exception(
            PageRequest request, FetchRules rules, int attempts, Exception failure) {
        String message =
                "request failed: "
                        + request.shown()
                        + ": "
                        + cause
                        + "; source="
                        + rules.source()
                        + " attempts="
                        + attempts
                        + ". "
                        + advice;
        return TelegraphException.input(message, failure);
    }

    /// An answer with a status that counts as failure.
    public static final class StatusException extends IOException {
        private static final long serialVersionUID = 1L;
        private final int status;
        private final String excerpt;

        public StatusException(int status, String excerpt) {
            super("status " + status);
            this.status = status;
            this.excerpt = excerpt;
        }
    }
}
