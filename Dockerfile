# Sinew without a window, drawing on the CPU: docker build -t sinew . && docker run --rm -v "$PWD:/models" sinew hero.fbx --check
FROM debian:12-slim AS build
WORKDIR /sinew
COPY third_party third_party
RUN third_party/install.sh
COPY CHANGELOG.md CMakeLists.txt CMakePresets.json LICENSE ./
COPY assets assets
COPY docs docs
COPY packaging packaging
COPY shaders shaders
COPY src src
RUN cmake --preset release -DSINEW_TESTS=OFF -DSINEW_BENCHMARK=OFF && cmake --build build/release --target sinew && cmake --install build/release --component program --prefix /opt/sinew --strip
# The packages of the libraries that it was linked with; dpkg does not list the base image's libraries under these paths, so they are skipped.
RUN ldd /opt/sinew/bin/sinew | awk '/=> \//{print $3}' | xargs realpath | xargs dpkg-query --search 2>/dev/null | cut -d: -f1 | sort -u > /opt/packages; test -s /opt/packages

FROM debian:12-slim
COPY --from=build /opt/packages /opt/packages
RUN apt-get update && apt-get install --yes --no-install-recommends $(cat /opt/packages) libvulkan1 mesa-vulkan-drivers && rm -rf /var/lib/apt/lists/*
COPY --from=build /opt/sinew /usr/local
COPY packaging/ci/check.sh /usr/local/share/sinew/ci/
# Mesa keeps compiled shaders there; any user may run the image.
ENV HOME=/tmp
WORKDIR /models
ENTRYPOINT ["sinew"]
