// Stands between desks and a server, and cuts connections: the network of the benches.
import { connect, createServer } from 'node:net';

/**
 * @param {number} port the server's
 * @param {(below: number) => number} [pick] where it is given, connections are cut at random
 */
export async function startProxy(port, pick) {
  const sockets = new Set();
  let cuts = 0;
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port, host: '127.0.0.1', noDelay: true });
    const both = [near, far];
    const end = () => both.forEach((socket) => socket.destroy());
    const cut = () => {
      cuts++;
      end();
    };
    // A tenth breaks early, while logging in; the others after some dozens of requests.
    const lives = pick && (pick(10) === 0 ? pick(6) : 6 + pick(40));
    let requests = 0;
    near.on('data', (data) => {
      if (lives === undefined || requests++ < lives) return void far.write(data);
      const way = pick(3);
      // The request never arrives; or arrives, and its answer does not come back; or it does while the line breaks.
      if (way === 0) return cut();
      far.removeAllListeners('data');
      far.write(data);
      if (way === 1) setTimeout(cut, pick(20));
      else far.once('data', cut);
    });
    far.on('data', (data) => near.write(data));
    for (const socket of both) {
      sockets.add(socket);
      socket.on('error', end);
      socket.on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
  });
  const listen = (/** @type {number} */ at) =>
    new Promise((resolve) => server.listen(at, '127.0.0.1', () => resolve(undefined)));
  await listen(0);
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  const drop = () => sockets.forEach((socket) => socket.destroy());
  return {
    port: address.port,
    /** How many connections it cut. */
    cuts: () => cuts,
    /** Pulls the cable: nobody gets through any more. */
    async down() {
      const closed = new Promise((resolve) => server.close(resolve));
      drop();
      await closed;
    },
    /** Puts it back. */
    up: () => listen(address.port),
    stop() {
      server.close();
      drop();
    },
  };
}

/** An address that leads through a proxy. @param {string} address @param {number} port */
export function throughProxy(address, port) {
  const url = new URL(address);
  url.port = String(port);
  return url.href;
}
