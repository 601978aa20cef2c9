/// Functions that give a set for each row: nodes of plans for them, and what computes the sets.
package telegraph.query.sets;
