/// Programs to learn from, each a screen or two long. A class's first comment says what it prints.
package telegraph.examples;
