/**
 * Common passwords of ten characters and more, which attackers try first. Shorter ones are refused by their
 * length.
 */

const COMMON = new Set(
  `0123456789 1029384756 1111111111 1122334455 1234512345 123456789a 1234567890 12345678910 123456789123 123456qwerty
  1234qwerasdf 123qweasdzxc 147258369 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc 9876543210 987654321a a123456789 abcd123456
  abcdefghij abcdefghijk administrator asdfasdfasdf asdfghjkl1 asdfghjkl; asdfghjklqwertyuiop basketball1 bismillah1
  changeme123 charlie123 chocolate1 christopher computer123 dragon1234 elizabeth1 football123 iloveyou12 iloveyou123
  iloveyou1234 jennifer1 letmein123 letmeinnow liverpool1 manchester master1234 michael123 michelle1 monkey1234
  mypassword mypassword1 nightjar123 password01 password1! password10 password11 password12 password123 password123!
  password1234 password12345 passw0rd123 p@ssw0rd123 p@ssword123 princess123 q1w2e3r4t5 q1w2e3r4t5y6 qazwsxedc1
  qazwsxedcrfv qwer123456 qwerty1234 qwerty12345 qwerty123456 qwertyuiop qwertyuiop1 qwertyuiop123 samsung123
  sunshine12 sunshine123 superman123 welcome123 welcome1234 whatever12 yourpassword zaq12wsxcde zxcvbnm123 zxcvbnmasdfghjkl`.split(
    /\s+/,
  ),
);

/** `password` is in lower case. */
export function isCommon(password: string): boolean {
  return COMMON.has(password) || isRun(password);
}

/** A run of neighbours in the alphabet or the digits, up or down: `abcdefghijkl`, `0987654321`. */
function isRun(text: string): boolean {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  return [1, -1].some((step) => steps.every((each) => each === step));
}
