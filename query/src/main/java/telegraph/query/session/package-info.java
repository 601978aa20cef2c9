/// What expressions ask of the session that carries them out, beside the values they are given: the
/// sequences it counts up, the locks that programs agree on.
package telegraph.query.session;
