/// Where tuples lie, measured: objects and arrays under five collectors, a loop over one array,
/// Telegraph's regions. After the experiments of Shah, Madden, Franklin and Hellerstein, *Java
/// Support for Data-Intensive Systems*, SIGMOD Record 2001.
package telegraph.bench.memory;
