// Reduces the text of a task to hashes, as app/statistics/overlap.py does: the same text gives the same line on both sides.

const RUN_WORDS = 13;
const SHINGLE_WORDS = 5;
const PERMUTATIONS = 128;
const MOST_RUNS = 4096;
const GOLDEN = 0x9e3779b9;
const AT_ONCE = 2048; // hashes under way
const NO_PART_OF_A_WORD = /[\p{P}\p{S}\p{Z}\p{Cc}\p{Cf}\p{Cs}]/gu;
const utf8 = new TextEncoder();
const SEEDS = Uint32Array.from({ length: PERMUTATIONS }, (_, place) => mixed(Math.imul(place + 1, GOLDEN)));

export async function sha256(bytes) {
  return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

// The line of one task; null where its text has no words.
export async function hashedTask(line, text) {
  const plain = normalised(text);
  if (!plain) return null;
  const words = plain.split(" ");
  const [exact, masked] = await digests([plain, plain.replace(/\p{Nd}+/gu, "0")]);
  const runs = (await digests(shingles(words, RUN_WORDS))).map((digest) => hexOf(digest.subarray(0, 8)));
  const least = minhash(await digests(shingles(words, SHINGLE_WORDS)));
  return {
    line,
    exact: hexOf(exact),
    masked: hexOf(masked),
    runs: [...new Set(runs)].sort().slice(0, MOST_RUNS),
    minhash: [...least].map((number) => number.toString(16).padStart(8, "0")).join(""),
  };
}

export function normalised(text) {
  return text.normalize("NFKC").toLowerCase().replace(NO_PART_OF_A_WORD, " ").split(" ").filter(Boolean).join(" ");
}

function shingles(words, size) {
  const found = new Set();
  for (let start = 0; start < Math.max(1, words.length - size + 1); start += 1) {
    found.add(words.slice(start, start + size).join(" "));
  }
  return [...found];
}

async function digests(texts) {
  const found = [];
  for (let start = 0; start < texts.length; start += AT_ONCE) {
    const some = texts.slice(start, start + AT_ONCE);
    found.push(...(await Promise.all(some.map((text) => crypto.subtle.digest("SHA-256", utf8.encode(text))))));
  }
  return found.map((digest) => new Uint8Array(digest));
}

function minhash(found) {
  const least = new Uint32Array(PERMUTATIONS).fill(0xffffffff);
  for (const digest of found) {
    const number = new DataView(digest.buffer).getUint32(0);
    for (let place = 0; place < PERMUTATIONS; place += 1) {
      const stirred = mixed(number ^ SEEDS[place]);
      if (stirred < least[place]) least[place] = stirred;
    }
  }
  return least;
}

// A 32-bit number well stirred, no two alike: the last step of MurmurHash3.
function mixed(number) {
  let bits = number ^ (number >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

function hexOf(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
