// The service worker: works while no page is open, or the network is down.
importScripts("/sw/offline.js", "/sw/share.js", "/sw/push.js");
