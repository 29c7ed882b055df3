import { generateKeyPairSync, sign } from 'node:crypto';

export interface TestCertificate {
  readonly key: string;
  readonly cert: string;
}

const ECDSA_WITH_SHA256 = tagged(0x06, Buffer.from('2a8648ce3d040302', 'hex'));
const COMMON_NAME = tagged(0x06, Buffer.from('550403', 'hex'));
const SUBJECT_ALT_NAME = tagged(0x06, Buffer.from('551d11', 'hex'));
const BASIC_CONSTRAINTS = tagged(0x06, Buffer.from('551d13', 'hex'));
const TRUE = tagged(0x01, Buffer.from([0xff]));

export function testCertificate(name: string, valid: { from: string; until: string }): TestCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(ECDSA_WITH_SHA256);
  const subject = sequence(tagged(0x31, sequence(COMMON_NAME, tagged(0x0c, Buffer.from(name)))));
  const extensions = sequence(
    sequence(SUBJECT_ALT_NAME, tagged(0x04, sequence(tagged(0x82, Buffer.from(name))))),
    sequence(BASIC_CONSTRAINTS, TRUE, tagged(0x04, sequence(TRUE))),
  );
  const toBeSigned = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.from([1])),
    algorithm,
    subject,
    sequence(moment(valid.from), moment(valid.until)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, extensions),
  );
  const signature = tagged(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', toBeSigned, privateKey)]));
  const der = sequence(toBeSigned, algorithm, signature);
  const base64 = der.toString('base64').replaceAll(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  };
}

/** `2026-11-20T09:00:00Z` as GeneralizedTime. */
function moment(text: string): Buffer {
  return tagged(0x18, Buffer.from(text.replaceAll(/[-:T]/g, '')));
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  return Buffer.concat([Buffer.from([tag, ...lengthOctets(length)]), content]);
}

/** DER wants the shortest form (X.690, section 10.1). */
function lengthOctets(length: number): number[] {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}
