// The one door of the public contract: what a client of /v1 sends.
export {};
