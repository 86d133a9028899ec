// What works for this Nightjar while no page of it is open, or no network is there.
importScripts("/sw/offline.js", "/sw/share.js", "/sw/push.js");
