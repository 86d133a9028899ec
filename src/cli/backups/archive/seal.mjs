/**
 * Seals an archive: AES-256-GCM with a random key, which is itself sealed by a key that scrypt makes of the passphrase. So
 * the passphrase can't be read out of the archive, and blobs of equal content have equal names only for whoever has it.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  scryptSync,
} from "node:crypto";
import { CommandError, EXIT } from "../../terminal/exit.mjs";

/** Cost of a guess: about 128 MiB and half a second. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1 };
const MEMORY = 256 * 1024 * 1024;
const NONCE = 12;
const TAG = 16;

/** @typedef {{salt: string, n: number, r: number, p: number, key: string}} Lock what is stored of the key */

/**
 * @typedef {object} Seal
 * @property {(bytes: Uint8Array, name: string) => Uint8Array} close
 * @property {(bytes: Uint8Array, name: string) => Uint8Array} open throws when the bytes were changed
 * @property {(bytes: Uint8Array) => string} nameOf hex
 */

/** @type {Seal} for an archive that is not sealed */
export const OPEN = {
  close: (bytes) => bytes,
  open: (bytes) => bytes,
  nameOf: (bytes) => createHash("sha256").update(bytes).digest("hex"),
};

/**
 * A new key under this passphrase.
 * @param {string} passphrase
 * @param {{N: number, r: number, p: number}} [cost] of scrypt
 * @returns {{lock: Lock, seal: Seal}}
 */
export function newSeal(passphrase, cost = SCRYPT) {
  const key = randomBytes(32);
  const salt = randomBytes(16);
  const sealed = close(stretched(passphrase, salt, cost), key, "key");
  const lock = {
    salt: salt.toString("base64"),
    n: cost.N,
    r: cost.r,
    p: cost.p,
    key: Buffer.from(sealed).toString("base64"),
  };
  return { lock, seal: sealWith(key) };
}

/**
 * Throws a CommandError when it is the wrong passphrase.
 * @param {Lock} lock
 * @param {string} passphrase
 * @returns {Seal}
 */
export function openSeal(lock, passphrase) {
  const { n: N, r, p } = lock;
  const outer = stretched(passphrase, Buffer.from(lock.salt, "base64"), { N, r, p });
  try {
    return sealWith(open(outer, Buffer.from(lock.key, "base64"), "key"));
  } catch {
    throw new CommandError("That is not the passphrase of this backup.", EXIT.usage);
  }
}

/**
 * @param {Uint8Array} key
 * @returns {Seal}
 */
function sealWith(key) {
  return {
    close: (bytes, name) => close(key, bytes, name),
    open: (bytes, name) => open(key, bytes, name),
    nameOf: (bytes) => createHmac("sha256", key).update(bytes).digest("hex"),
  };
}

/**
 * @param {string} passphrase
 * @param {Uint8Array} salt
 * @param {{N: number, r: number, p: number}} cost
 */
function stretched(passphrase, salt, cost) {
  return scryptSync(passphrase.normalize("NFKC"), salt, 32, { ...cost, maxmem: MEMORY });
}

/**
 * @param {Uint8Array} key
 * @param {Uint8Array} bytes
 * @param {string} name bound to the bytes: under another name they don't open
 */
function close(key, bytes, name) {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(name));
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/**
 * @param {Uint8Array} key
 * @param {Uint8Array} sealed
 * @param {string} name
 */
function open(key, sealed, name) {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, NONCE)).setAAD(Buffer.from(name));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE, sealed.length - TAG)), decipher.final()]);
}
