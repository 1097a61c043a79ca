import { net } from 'electron';

const checkEvery = 3000;

/** Reports when the computer goes on or off the network; returns how to stop. Interval in milliseconds. */
export function watchNetwork(changed: (online: boolean) => void): () => void {
  let online = net.isOnline();
  const timer = setInterval(() => {
    if (net.isOnline() === online) return;
    online = !online;
    changed(online);
  }, checkEvery);
  return () => {
    clearInterval(timer);
  };
}
