import { Type, type Static } from 'typebox';
import { TypedPassword } from './accounts.ts';
import { Moment, OrNull } from './schemas.ts';

/** Our choice: passkeys per person. */
export const PASSKEYS_MAX = 20;
export const PASSKEY_NAME_MAX_LENGTH = 60;
/** Recovery codes that a person gets. */
export const RECOVERY_CODES = 10;

/** Codes of problems: of a right password that is not enough, for two reasons, and of a request that needs `Confirmation`. */
export const SECOND_FACTOR_NEEDED = 'second-factor-needed';
export const FACTOR_SETUP_NEEDED = 'factor-setup-needed';
export const CONFIRM_NEEDED = 'confirm-needed';

/** What is left of a sign-in whose password was right. */
export type SignInStep = Static<typeof SignInStep>;
export const SignInStep = Type.Object({
  step: Type.Enum(['code', 'setup'], { description: 'setup if a second factor must be set up first.' }),
  username: Type.String(),
  hasTotp: Type.Boolean({ description: 'Whether an app shows codes.' }),
  passkeys: Type.Boolean({ description: 'Whether there is a passkey for this web address.' }),
});

export type OneTimeCode = Static<typeof OneTimeCode>;
export const OneTimeCode = Type.Object({
  code: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'the 6 digits that your app shows, or a recovery code',
  }),
});

/** Base64url of at most 1,023 bytes. */
const PasskeyId = Type.String({
  maxLength: 1364,
  pattern: '^[\\w-]+$',
  description: 'the ID that the browser sends',
});
export const OnePasskey = Type.Object({ id: PasskeyId });

/** The library checks the rest. */
export type PasskeyResponse = Static<typeof PasskeyResponse>;
export const PasskeyResponse = Type.Object(
  {
    id: PasskeyId,
    response: Type.Object({ clientDataJSON: Type.String(), userHandle: Type.Optional(Type.String()) }),
  },
  { description: 'RegistrationResponseJSON or AuthenticationResponseJSON of WebAuthn.' },
);
export const PasskeySignIn = Type.Object({ response: PasskeyResponse });

export const PasskeyOptions = Type.Unknown({
  description: 'PublicKeyCredentialRequestOptionsJSON or PublicKeyCredentialCreationOptionsJSON of WebAuthn.',
});

/** Proof of who someone is: their password, or one of their passkeys. */
export type Confirmation = Static<typeof Confirmation>;
export const Confirmation = Type.Object({
  password: Type.Optional(TypedPassword),
  response: Type.Optional(PasskeyResponse),
});

export const PasskeyName = Type.Object({
  name: Type.String({
    maxLength: PASSKEY_NAME_MAX_LENGTH,
    pattern: '^[^\\s\\u0000]([^\\u0000\\n]*[^\\s\\u0000])?$',
    description: `a name of 1 to ${PASSKEY_NAME_MAX_LENGTH} characters, with no space at the start or end`,
  }),
});
export type NewPasskey = Static<typeof NewPasskey>;
export const NewPasskey = Type.Object({ ...PasskeyName.properties, ...PasskeySignIn.properties });

const Passkey = Type.Object({
  id: Type.String(),
  ...PasskeyName.properties,
  createdAt: Moment(),
  usedAt: OrNull(Moment(), "The last use; null if it hasn't been used."),
});

/** Second factors of a person, without anything secret. */
export type Factors = Static<typeof Factors>;
export const Factors = Type.Object({
  totp: Type.Boolean({ description: 'Whether an app shows codes.' }),
  recoveryCodes: Type.Integer({ description: 'The number of recovery codes that are left.' }),
  passkeys: Type.Array(Passkey),
  isRequired: Type.Boolean({ description: 'Whether everyone needs a second factor.' }),
});

export type NewTotp = Static<typeof NewTotp>;
export const NewTotp = Type.Object({
  secret: Type.String({ description: 'In base32. Shown once. It counts once the app has shown a code.' }),
  uri: Type.String({ description: 'The same, with the names, for a QR code.' }),
});

export type NewRecoveryCodes = Static<typeof NewRecoveryCodes>;
export const NewRecoveryCodes = Type.Object({
  recoveryCodes: Type.Optional(
    Type.Array(Type.String(), {
      description: 'With the first factor, and on request. Shown once. Each works once.',
    }),
  ),
});
