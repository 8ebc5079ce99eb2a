import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { createPeer, WRITER_ID, type Peer, type Worker } from '#server/platform/workers.ts';

/** Returns two connected peers in this process. */
function connectedPeers(): [Peer, Peer] {
  const ends = [new EventEmitter(), new EventEmitter()] as const;
  const peerAt = (own: 0 | 1) =>
    createPeer({
      send: (message) => void setImmediate(() => ends[own === 0 ? 1 : 0].emit('message', message)),
      receive: (listener) => void ends[own].on('message', listener),
    });
  return [peerAt(0), peerAt(1)];
}

/** Returns the parts of a writer and a reader in this process, whose parent shows each change to the reader. */
export function twoWorkers(folder: string): { writer: Worker; reader: Worker } {
  const [toWriter, fromWriter] = connectedPeers();
  const [toReader, fromReader] = connectedPeers();
  toWriter.on('show', () => toReader.ask('refresh'));
  toWriter.on('disk-full', () => toReader.ask('disk-full'));
  toReader.on('is-disk-full', () => toWriter.ask('is-disk-full'));
  const shared = { count: 2, socketPath: join(folder, 'writer'), leaseHolder: 'test' };
  return {
    writer: { ...shared, id: WRITER_ID, isWriter: true, parent: fromWriter },
    reader: { ...shared, id: WRITER_ID + 1, isWriter: false, parent: fromReader },
  };
}
