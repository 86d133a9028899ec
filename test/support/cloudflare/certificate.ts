/** A certificate that nobody but the test trusts: made anew each time, since a key does not belong in a repository. */
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

export interface Certificate {
  key: string;
  cert: string;
}

const SEQUENCE = 0x30;
const OID_COMMON_NAME = [0x55, 0x04, 0x03];
const OID_ALTERNATIVE_NAMES = [0x55, 0x1d, 0x11];
const OID_ECDSA_SHA256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];

/** One value of DER: its tag, its length, its content. */
function der(tag: number, ...content: (Uint8Array | number[])[]): Buffer {
  const body = Buffer.concat(content.map((part) => Buffer.from(part)));
  const length = body.length < 0x80 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

const oid = (bytes: number[]) => der(0x06, bytes);
const text = (tag: number, value: string) => der(tag, Buffer.from(value));

/** For one name of a host, signed by itself. */
export function certificateFor(host: string): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const algorithm = der(SEQUENCE, oid(OID_ECDSA_SHA256));
  const name = der(SEQUENCE, der(0x31, der(SEQUENCE, oid(OID_COMMON_NAME), text(0x0c, host))));
  const names = der(SEQUENCE, text(0x82, host));
  const extension = der(SEQUENCE, oid(OID_ALTERNATIVE_NAMES), der(0x04, names));
  const content = der(
    SEQUENCE,
    der(0xa0, der(0x02, [2])),
    der(0x02, [1, ...randomBytes(8)]),
    algorithm,
    name,
    der(SEQUENCE, text(0x17, "200101000000Z"), text(0x17, "491231235959Z")),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(SEQUENCE, extension)),
  );
  const signature = sign("sha256", content, privateKey);
  const certificate = der(SEQUENCE, content, algorithm, der(0x03, [0], signature));
  const lines = certificate.toString("base64").replace(/.{64}/g, "$&\n");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}
