/** Addresses in what people read. Some partners put a token behind the question mark, and everybody who reads queues reads addresses. */

/** The text with what comes behind the question mark of every address in it left out: `https://shop.example/hook?…`. */
export function withoutQueries(text: string): string {
  return text.replaceAll(/(https?:\/\/[^\s?#]*)[?#]\S*/gi, '$1?…');
}
