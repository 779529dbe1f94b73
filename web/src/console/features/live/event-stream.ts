/** Reads `text/event-stream` by hand. EventSource hides the comments, and only they tell that a silent line still lives. */
export interface StreamMessage {
  event: string;
  data: string;
}

/** Takes text as it comes, in pieces of any size, and gives the messages that are whole. */
export class EventStreamReader {
  private rest = '';

  push(piece: string): StreamMessage[] {
    this.rest = (this.rest + piece).replaceAll('\r\n', '\n');
    const blocks = this.rest.split('\n\n');
    this.rest = blocks.pop() ?? '';
    return blocks.map(messageOf).filter((message) => message !== null);
  }
}

/** Null: only comments, such as a heartbeat. */
function messageOf(block: string): StreamMessage | null {
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^(\w+):? ?(.*)$/.exec(line) ?? [];
    if (name === 'event') event = value;
    if (name === 'data') data.push(value);
  }
  return data.length === 0 && event === 'message' ? null : { event, data: data.join('\n') };
}
