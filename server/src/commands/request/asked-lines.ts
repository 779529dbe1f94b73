/** Tells the person who asked where the request waits, and what happens next. */
export function askedLines(requestId: string): string[] {
  return [
    'It takes a second person, and nothing has changed yet. That person looks and confirms with their own name:',
    `  vezne request show ${requestId}`,
    `  vezne request confirm ${requestId} --as NAME`,
  ];
}
