import net from "node:net";
import { StartError } from "./start-error.ts";

/**
 * The listening socket that the process which started this one sends over the channel between the two. A launcher
 * that holds the port from its first moment can so give it on without ever letting go of it.
 *
 * @throws StartError with exit status 2 where there is no such channel, and 1 where it closes or brings no socket.
 */
export function handedSocket(): Promise<net.Server> {
  return new Promise((resolve, reject) => {
    if (!process.connected) {
      reject(new StartError(2, "--handed-socket: started without a channel to take it from; give --port N"));
      return;
    }
    // What is waited for must keep the process alive, also where the channel as such does not.
    process.channel?.ref();
    const gone = () => reject(new StartError(1, "--handed-socket: the launcher ended before it sent one"));
    process.once("disconnect", gone);
    process.once("message", (_message, handle) => {
      process.off("disconnect", gone);
      process.channel?.unref();
      if (handle instanceof net.Server) resolve(handle);
      else reject(new StartError(1, "--handed-socket: what the launcher sent is no listening socket"));
    });
  });
}
