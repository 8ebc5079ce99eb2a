import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const base64 = (data: string | Uint8Array) => Buffer.from(data).toString('base64url');

const bytes = (data: Buffer) =>
  Buffer.concat([Buffer.from([0x59, data.length >> 8, data.length & 255]), data]);
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);

const coordinate = (value: string) =>
  Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(value, 'base64url')]);

const FLAGS = { present: 1, verified: 4, attested: 64 } as const;

/** What an answer says that differs from what an honest browser and authenticator say. */
export type Lies = {
  origin?: string;
  rpId?: string;
  crossOrigin?: boolean;
  counter?: number;
  isVerified?: boolean;
  userHandle?: string;
  challenge?: string;
  type?: string;
};

type Creation = { challenge: string; rp: { id: string }; user: { id: string } };

/** Creates a passkey as a browser does, with the options of the server. Counts no uses unless a lie says so. */
export function createPasskey(host: string, { challenge, rp, user }: Creation, lies: Lies = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  // COSE: EC2, ES256, P-256, x, y.
  const key = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    coordinate(x),
    Buffer.from([0x22]),
    coordinate(y),
  ]);

  const authData = (of: Lies, extra: Buffer[], flags: number) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(of.counter ?? 0);
    const verified = of.isVerified === false ? 0 : FLAGS.verified;
    return Buffer.concat([
      sha256(of.rpId ?? rp.id),
      Buffer.from([FLAGS.present | verified | flags]),
      counter,
      ...extra,
    ]);
  };
  const clientData = (type: string, of: Lies & { challenge: string }) =>
    Buffer.from(
      JSON.stringify({
        type: of.type ?? type,
        challenge: of.challenge,
        origin: of.origin ?? `https://${host}`,
        crossOrigin: of.crossOrigin ?? false,
      }),
    );
  const common = {
    id: base64(id),
    rawId: base64(id),
    type: 'public-key' as const,
    clientExtensionResults: {},
  };

  const attested = [Buffer.alloc(16), Buffer.from([0, id.length]), id, key];
  const attestationObject = Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    bytes(authData(lies, attested, FLAGS.attested)),
  ]);
  const creation = {
    ...common,
    response: {
      clientDataJSON: base64(clientData('webauthn.create', { challenge, ...lies })),
      attestationObject: base64(attestationObject),
      transports: ['internal'],
    },
  };

  return {
    id: common.id,
    creation,

    /** Signs a challenge. */
    answer(options: { challenge: string }, of: Lies = {}) {
      const data = clientData('webauthn.get', { challenge: options.challenge, ...of });
      const authenticatorData = authData(of, [], 0);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(data)]), privateKey);
      return {
        ...common,
        response: {
          clientDataJSON: base64(data),
          authenticatorData: base64(authenticatorData),
          signature: base64(signature),
          userHandle: of.userHandle ?? user.id,
        },
      };
    },
  };
}
export type TestPasskey = ReturnType<typeof createPasskey>;
