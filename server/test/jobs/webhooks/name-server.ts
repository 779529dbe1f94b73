import { createSocket } from 'node:dgram';
import type { RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';
import type { TestContext } from 'node:test';
import ipaddr from 'ipaddr.js';

/** The addresses of a name at its nth query of one type, counted from 0; undefined means no answer. */
export type Zone = (name: string, nth: number) => readonly string[] | undefined;

export interface NameServer {
  /** In the form that `dns.Resolver` expects. */
  server: string;
  /** How often the name's IPv4 and IPv6 addresses were queried. */
  questions: (name: string) => { a: number; aaaa: number };
}

const TYPE_A = 1;
const TYPE_AAAA = 28;
const HEADER_BYTES = 12;
const NAME_ERROR = 3;

/** A real DNS server on UDP; the test decides its answers. */
export async function startNameServer(t: TestContext, zone: Zone): Promise<NameServer> {
  const asked = new Map<string, number>();
  const socket = createSocket('udp4');
  socket.on('message', (query: Buffer, from: RemoteInfo) => {
    const { name, type, end } = readQuestion(query);
    const nth = asked.get(`${name} ${type}`) ?? 0;
    asked.set(`${name} ${type}`, nth + 1);
    const addresses = zone(name, nth);
    if (addresses === undefined) return;
    const fitting = addresses.filter((address) => isIPv4(address) === (type === TYPE_A));
    const flags = 0x8180 | (addresses.length === 0 ? NAME_ERROR : 0);
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeUInt16BE(query.readUInt16BE(0), 0);
    header.writeUInt16BE(flags, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(fitting.length, 6);
    const question = query.subarray(HEADER_BYTES, end);
    socket.send(
      Buffer.concat([header, question, ...fitting.map((address) => record(address, type))]),
      from.port,
      from.address,
    );
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  t.after(() => socket.close());
  return {
    server: `127.0.0.1:${socket.address().port}`,
    questions: (name) => ({
      a: asked.get(`${name} ${TYPE_A}`) ?? 0,
      aaaa: asked.get(`${name} ${TYPE_AAAA}`) ?? 0,
    }),
  };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length).toLowerCase());
    at += 1 + length;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** An answer record that points back to the name in the query, and may be cached for 0 seconds. */
function record(address: string, type: number): Buffer {
  const bytes = Buffer.from(ipaddr.parse(address).toByteArray());
  const head = Buffer.from([0xc0, HEADER_BYTES, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.byteLength]);
  return Buffer.concat([head, bytes]);
}
