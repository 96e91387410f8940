import type http from "node:http";
import net from "node:net";
import { StartError } from "./start-error.ts";

/**
 * Makes a server listen on the socket that the process which started this one sends over the channel between the two.
 * A launcher that holds the port from its first moment can so give it on without ever letting go of it. The
 * connections that the launcher has let wait come behind the socket, and are the server's as any other is, with its
 * limits of time.
 *
 * @throws StartError with exit status 2 where there is no such channel, and 1 where it closes or brings no socket.
 */
export function listenOnHanded(server: http.Server): Promise<void> {
  return new Promise((resolve, reject) => {
    if (process.send === undefined || !process.connected) {
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
      if (!(handle instanceof net.Server)) {
        reject(new StartError(1, "--handed-socket: what the launcher sent is no listening socket"));
        return;
      }
      // In this very turn, before a first connection can be accepted past the server.
      server.listen(handle, resolve);
      // One that was hung up before it was sent comes without its handle.
      process.on("message", (_early, waiting) => {
        if (waiting instanceof net.Socket) server.emit("connection", waiting);
      });
    });
    // The launcher sends nothing before: Node accepts on a socket that has come, whether or not somebody answers.
    process.send("ready to listen");
  });
}
