/// Where to send tuples next: what was measured of each choice, and the policies that choose.
package telegraph.engine.policy;
