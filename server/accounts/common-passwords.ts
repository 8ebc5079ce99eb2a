/** True for a password of the lists that guessers begin with, in any case. The list is loaded when it is first needed. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const common = dictionary['passwords-common'];
  return common.includes(password.toLowerCase());
}
