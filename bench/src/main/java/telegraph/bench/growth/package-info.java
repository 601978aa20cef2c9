/// How time grows with what there is and with what is asked.
package telegraph.bench.growth;
