/// What every door is given.
package telegraph.server.door;
