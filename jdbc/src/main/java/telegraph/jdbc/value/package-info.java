/// Values of results and parameters as the classes of Java that JDBC names.
package telegraph.jdbc.value;
