/* Linked into sanitizer builds, and preloaded for valgrind: a library that stays loaded keeps its name in leak reports, so that
   lsan.supp and valgrind.supp can tell the drivers' and the layers' leaks from ours. */
int dlclose(void* library);
int dlclose(void* library) {
    (void)library;
    return 0;
}
