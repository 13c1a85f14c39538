/** The person whose email and names a password must not resemble; a field is empty if unknown. */
export type Person = { email: string; firstName: string; lastName: string };

/** Shorter words are in many good passwords by chance. */
const shortestWord = 3;
/**
 * The letters and digits that a password needs besides the words of the person's email and names.
 */
const leastOther = 5;

/** Signs that stand for letters; 1 and ! stand for i or l. */
const signs: readonly Readonly<Record<string, string>>[] = [
  { "@": "a", 4: "a", 3: "e", 0: "o", 5: "s", $: "s", 7: "t", 1: "i", "!": "i" },
  { "@": "a", 4: "a", 3: "e", 0: "o", 5: "s", $: "s", 7: "t", 1: "l", "!": "l" },
];

const plain = (text: string): string => text.normalize("NFKC").toLowerCase();
const wordsIn = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u);
const backwards = (text: string): string => [...text].reverse().join("");

/**
 * The email and the names, whole and in words, the longest first; without the domain's last label.
 */
export function wordsOf({ email, firstName, lastName }: Person): string[] {
  const [local = "", domain = ""] = email.split("@");
  const names = wordsIn(`${firstName} ${lastName}`);
  const labels = domain.split(".").slice(0, -1);
  const words = [email, local, domain, ...wordsIn(local), ...labels, ...names].map(plain);
  return [...new Set(words)].filter((word) => word.length >= shortestWord).sort((one, other) => other.length - one.length);
}

/**
 * Whether too little of the password is left without the person's words. Words are also found
 * backwards, or with signs for letters.
 */
export function isCloseTo(person: Person, password: string): boolean {
  const words = wordsOf(person).flatMap((word) => [word, backwards(word)]);
  const readings = [{}, ...signs].map((map: Readonly<Record<string, string>>) =>
    [...plain(password)].map((sign) => map[sign] ?? sign).join(""),
  );
  return readings.some((reading) => {
    const rest = words.reduce((left, word) => left.replaceAll(word, ""), reading);
    return rest !== reading && rest.replace(/[^\p{L}\p{N}]/gu, "").length < leastOther;
  });
}
